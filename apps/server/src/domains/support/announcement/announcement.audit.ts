import type { AuditEntry } from '../../foundation/audit/audit.service.ts'

interface Named {
  id: string
  title: string
}

export const releasedByTime = ({ id, title }: Named): AuditEntry => ({
  area: 'publication',
  action: 'release_announcement',
  message: `公告「${title}」按时发布`,
  detail: { id },
})
export const endedByTime = ({ id, title }: Named): AuditEntry => ({
  area: 'publication',
  action: 'end_announcement',
  message: `公告「${title}」按时下线`,
  detail: { id },
})
