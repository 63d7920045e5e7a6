/** The client's reaction to a refusal besides showing it (docs/design/screens.md §0.6). */
export type Reaction = 'toast' | 'silent' | 'back' | 'refresh' | 'end_session'

/** Returns a refusal's texts and the reaction that follows from its code. */
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

/** Who is disabled is told the same at the sign-in and at the next call of an open session. */
export const disabled = {
  account: ['账号已停用，请联系客服', 'This account is disabled; please contact support'],
  subAccount: ['子账号已停用，请联系主账号管理员', 'This sub-account is disabled; ask the account owner'],
  operator: ['您的运营人员账号已停用，请联系平台管理员', 'You are disabled as an operator; ask an administrator'],
} as const

const expired = ['登录已过期，请重新登录', 'Your session has run out, please sign in again'] as const

/** The refusals that end a session, in a file of their own because every page must recognize them. */
export const sessionRefusals = {
  tokenUnknown: refusal(2001, ...expired),
  accessExpired: refusal(2002, ...expired),
  sessionRevoked: refusal(2003, '登录已失效，请重新登录', 'This session was ended, please sign in again'),
  /** When a new session begins for a login that has too many, the oldest ends. */
  sessionReplaced: refusal(
    2005,
    '该登录因登录数过多已被结束，请重新登录',
    'This session was ended because there were too many of this login, please sign in again',
  ),
  accountDisabledInSession: refusal(2004, ...disabled.account),
  subAccountDisabledInSession: refusal(2004, ...disabled.subAccount),
  operatorDisabledInSession: refusal(2004, ...disabled.operator),
  /** A login link belongs to the browser that opened it first. */
  linkUsed: refusal(2006, '登录链接已使用过，请重新登录', 'This login link was used before, please sign in'),
} as const
