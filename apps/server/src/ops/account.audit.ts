import type { AuditEntry } from '../domains/audit/audit.service.ts'

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
