import { marked } from '../kernel/member-mark.ts'
import type { AuditEntry } from '../domains/foundation/audit/audit.service.ts'

export const activated = (router_name: string, address: string): AuditEntry => ({
  area: 'device',
  action: 'activate',
  message: `设备 ${marked(router_name)} 已激活`,
  detail: { router_name, address },
})
