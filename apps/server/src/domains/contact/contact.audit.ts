import type { AuditEntry } from '../audit/audit.service.ts'

export const emailVerified = (name: string): AuditEntry => ({
  area: 'monitor',
  action: 'verify_contact',
  message: `联系人「${name}」的邮箱已通过验证`,
})
