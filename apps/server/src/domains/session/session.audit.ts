import type { AuditEntry } from '../audit/audit.service.ts'

export const signedIn = (username: string): AuditEntry => ({ area: 'session', action: 'sign_in', message: `${username} 登录控制台` })
export const signedOut = (username: string): AuditEntry => ({ area: 'session', action: 'sign_out', message: `${username} 退出登录` })
export const reuseFound = (username: string): AuditEntry => ({
  area: 'session',
  action: 'token_reused',
  message: `${username} 的旧登录令牌被再次使用，已结束该登录`,
})
export const reuseMessage = (username: string) => ({
  type: '安全提醒',
  title: '登录已被结束：发现旧令牌被再次使用',
  content: `<p>账号 ${username} 的一个旧登录令牌被再次使用，该登录已被结束。如非本人操作，请尽快修改密码。</p>`,
})
