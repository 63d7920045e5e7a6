import type { AuditEntry } from '../../foundation/audit/audit.service.ts'

export interface LoggedKey {
  name: string
  role: string
  /** Whole Unix seconds. */
  expire_time: number
}

export const accessKeyCreated = (key: LoggedKey): AuditEntry => ({
  area: 'role',
  action: 'create_access_key',
  message: `创建访问密钥「${key.name}」，角色「${key.role}」`,
  detail: { after: { ...key } },
})

export const accessKeyDeleted = (key: LoggedKey): AuditEntry => ({
  area: 'role',
  action: 'delete_access_key',
  message: `删除访问密钥「${key.name}」`,
  detail: { before: { ...key } },
})
