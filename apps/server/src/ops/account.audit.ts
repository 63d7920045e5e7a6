import type { AuditEntry } from '../domains/foundation/audit/audit.service.ts'

export const disabled = (reason: string): AuditEntry => ({
  area: 'account',
  action: 'disable',
  message: `停用账号，原因：${reason}`,
  detail: { reason, before: { status: 1 }, after: { status: 0 } },
})
export const enabled = (reason: string): AuditEntry => ({
  area: 'account',
  action: 'enable',
  message: `启用账号，原因：${reason}`,
  detail: { reason, before: { status: 0 }, after: { status: 1 } },
})
export const linkIssued = (reason: string): AuditEntry => ({
  area: 'session',
  action: 'login_link',
  message: `生成授权登录链接，1 小时内有效，原因：${reason}`,
  detail: { reason },
})
export const totpReset = (username: string, reason: string): AuditEntry => ({
  area: 'account',
  action: 'reset_totp',
  message: `关闭 ${username} 的两步验证，原因：${reason}`,
  detail: { reason, before: { totp: 1 }, after: { totp: 0 } },
})
export const totpResetMessage = (username: string) => ({
  type: '安全提醒',
  title: '两步验证已由客服关闭',
  content: `<p>应申请，账号 ${username} 的两步验证已由客服关闭，登录时不再需要动态验证码。请尽快在「登录安全」重新开启；如非本人申请，请立即修改密码，并<a href="/ticket/create">提交工单</a>联系客服。</p>`,
})
/** `count` ends where the count of a search does. */
export const exported = (query: object, count: number): AuditEntry => ({
  area: 'account',
  action: 'export_accounts',
  message: `导出客户账号列表，${count} 个账号`,
  detail: { query: { ...query }, count },
})
