/** What the client does with a refusal beyond reading it (docs/design/screens.md §0.6). */
export type Reaction = 'toast' | 'silent' | 'back' | 'refresh' | 'end_session'

/** A refusal's texts and what follows from its code. */
export const refusal = <const Zh extends string>(code: number, zh: Zh, en: string) => ({
  code,
  'zh-CN': zh,
  en,
  reaction: reactionTo(code),
})

function reactionTo(code: number): Reaction {
  if (code >= 2000) return code === 2002 ? 'refresh' : 'end_session'
  return code === 204 ? 'back' : code === 423 ? 'silent' : 'toast'
}

/** Those that end a session, apart from the others: every page must be able to tell them. */
export const sessionRefusals = {
  tokenUnknown: refusal(2001, '登录已过期，请重新登录', 'Please sign in again'),
  accessExpired: refusal(2002, '登录已过期，请重新登录', 'Your session has run out, please sign in again'),
  sessionRevoked: refusal(2003, '登录已失效，请重新登录', 'This session was ended, please sign in again'),
  /** The oldest session of a login that has too many ends when a new one begins. */
  sessionReplaced: refusal(
    2005,
    '该登录因登录数过多已被结束，请重新登录',
    'This session was ended because there were too many of this login, please sign in again',
  ),
  accountDisabledInSession: refusal(2004, '账号已停用，请联系管理员', 'This account has been disabled'),
} as const
