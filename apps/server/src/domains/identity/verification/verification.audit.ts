import type { AuditEntry } from '../../foundation/audit/audit.service.ts'

const PROOFS = { phone: '手机', email: '邮箱', password: '登录密码' } as const

export const identityVerified = (username: string, channel: keyof typeof PROOFS): AuditEntry => ({
  area: 'session',
  action: 'verify_identity',
  message: `${username} 通过${PROOFS[channel]}验证了身份`,
  detail: { channel },
})
export const passwordRecovered = (username: string): AuditEntry => ({
  area: 'account',
  action: 'recover_password',
  message: `${username} 通过找回密码设置了新密码，账号的所有登录已结束`,
})
export const recoveredMessage = (username: string, address: string) => ({
  type: '安全提醒',
  title: '登录密码已通过找回密码重置',
  content: `<p>账号 ${username} 的登录密码已通过找回密码重置，来源地址 ${address}，账号的所有登录已结束。如非本人操作，请立即<a href="/ticket/create">提交工单</a>联系客服。</p>`,
})
