import { marked } from '../../../kernel/member-mark.ts'
import type { AuditEntry } from '../../foundation/audit/audit.service.ts'

export const checked = (router_name: string): AuditEntry => ({
  area: 'member',
  action: 'diagnose',
  message: `检测成员 ${marked(router_name)}`,
  detail: { router_name },
})
