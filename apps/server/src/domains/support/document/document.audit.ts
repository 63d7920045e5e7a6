import type { AuditEntry } from '../../foundation/audit/audit.service.ts'

export const documentsImported = (folder: string, counts: Record<'added' | 'changed' | 'removed', number>): AuditEntry => ({
  area: 'publication',
  action: 'import_documents',
  message: `导入帮助文档：新增 ${counts.added}，修改 ${counts.changed}，删除 ${counts.removed}`,
  detail: { folder, ...counts },
})
