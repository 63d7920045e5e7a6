import type { AuditEntry } from '../audit/audit.service.ts'

export const usabilityChanged = (usable: 0 | 1, used: number, count: number): AuditEntry => ({
  area: 'network',
  action: 'usability',
  message: usable
    ? `组网恢复可用：已组网成员 ${used} 个，可用 ${count} 个`
    : `组网变为不可用：已组网成员 ${used} 个，超过可用的 ${count} 个`,
  detail: {
    before: { network_status: usable ? 0 : 1 },
    after: { network_status: usable },
    network_router_use: used,
    network_router_count: count,
  },
})
