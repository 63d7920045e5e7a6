import type { AuditEntry } from '../domains/audit/audit.service.ts'

interface Named {
  router_name: string
  router_model: string
  kind: string
}
const nameOf = ({ router_name, kind }: Named) => `${kind === 'saas' ? 'SaaS 设备' : '设备'} ${router_name}`
const factsOf = ({ router_name, router_model, kind }: Named) => ({ router_name, router_model, kind })

export const registered = (device: Named): AuditEntry => ({
  area: 'device',
  action: 'register',
  message: `登记${nameOf(device)}`,
  detail: { after: factsOf(device) },
})
export const assigned = (device: Named): AuditEntry => ({
  area: 'device',
  action: 'assign',
  message: `分配${nameOf(device)}`,
  detail: { after: factsOf(device) },
})
export const released = (device: Named): AuditEntry => ({
  area: 'device',
  action: 'release',
  message: `收回${nameOf(device)}`,
  detail: { before: factsOf(device) },
})
