import { shanghaiTime } from '../../../kernel/clock.ts'
import type { AuditEntry } from '../../foundation/audit/audit.service.ts'

/** The type of messages about the security of a login. */
const SECURITY = '安全提醒'

export const signedIn = (username: string): AuditEntry => ({ area: 'session', action: 'sign_in', message: `${username} 登录控制台` })
export const signedOut = (username: string): AuditEntry => ({ area: 'session', action: 'sign_out', message: `${username} 退出登录` })
export const reuseFound = (username: string): AuditEntry => ({
  area: 'session',
  action: 'token_reused',
  message: `${username} 的旧登录令牌被再次使用，已结束该登录`,
})
export const reuseMessage = (username: string) => ({
  type: SECURITY,
  title: '登录已被结束：发现旧令牌被再次使用',
  content: `<p>账号 ${username} 的一个旧登录令牌被再次使用，该登录已被结束。如非本人操作，请尽快修改密码。</p>`,
})

export const sessionEnded = (username: string, device: string): AuditEntry => ({
  area: 'session',
  action: 'session_end',
  message: `${username} 结束了一个登录（${device}）`,
  detail: { device },
})
export const sessionsReplaced = (username: string, most: number, ended: number): AuditEntry => ({
  area: 'session',
  action: 'session_replace',
  message: `${username} 的登录超过 ${most} 个，已结束最久未使用的 ${ended} 个`,
})
export const factorEnabled = (username: string): AuditEntry => ({
  area: 'account',
  action: 'totp_enable',
  message: `${username} 开启两步验证`,
  detail: { before: { totp: 0 }, after: { totp: 1 } },
})
export const factorDisabled = (username: string): AuditEntry => ({
  area: 'account',
  action: 'totp_disable',
  message: `${username} 关闭两步验证`,
  detail: { before: { totp: 1 }, after: { totp: 0 } },
})
export const factorDisabledMessage = (username: string) => ({
  type: SECURITY,
  title: '两步验证已关闭',
  content: `<p>账号 ${username} 的两步验证已关闭，登录时不再需要动态验证码。如非本人操作，请尽快修改密码并重新开启。</p>`,
})
export const recoveryCodeMessage = (username: string, left: number) => ({
  type: SECURITY,
  title: '登录时使用了恢复码',
  content: `<p>账号 ${username} 登录时使用了一个两步验证恢复码，剩余 ${left} 个。恢复码用完后将无法在遗失验证器时登录，请在「登录安全」重新开启两步验证以获取新的恢复码。如非本人操作，请尽快修改密码。</p>`,
})
export const newDeviceMessage = (username: string, { time, address, device }: { time: Date; address: string; device: string }) => ({
  type: SECURITY,
  title: `${username} 在新设备登录：${device}`,
  content: `<p>账号 ${username} 在一台新设备上登录。</p><ul><li>时间：${shanghaiTime.format(time)}</li><li>设备：${device}</li><li>地址：${address}</li></ul><p>如非本人操作，请尽快修改密码，并在「登录安全」结束该登录。</p>`,
})
