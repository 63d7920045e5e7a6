import type { AuditEntry } from '../domains/foundation/audit/audit.service.ts'
import { fromUnix, shanghaiTime } from '../kernel/clock.ts'

const at = (seconds: number) => shanghaiTime.format(fromUnix(seconds))

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
export const registeredAll = (devices: readonly Named[]): AuditEntry => ({
  area: 'device',
  action: 'register',
  message: `批量登记 ${devices.length} 台设备`,
  detail: { after: { devices: devices.map(factsOf) } },
})
export const assigned = (device: Named): AuditEntry => ({
  area: 'device',
  action: 'assign',
  message: `分配${nameOf(device)}`,
  detail: { after: factsOf(device) },
})
export const bandwidthLent = (
  device: Named & { temp_bandwidth: number | null },
  lent: { temp_bandwidth: number; temp_start_date: number; temp_expire_date: number },
): AuditEntry => ({
  area: 'device',
  action: 'temp_bandwidth',
  message: `${nameOf(device)} 的临时带宽设为 ${lent.temp_bandwidth} Mbit/s，${at(lent.temp_start_date)} 至 ${at(lent.temp_expire_date)}`,
  detail: { before: { temp_bandwidth: device.temp_bandwidth }, after: lent },
})
export const released = (device: Named): AuditEntry => ({
  area: 'device',
  action: 'release',
  message: `收回${nameOf(device)}`,
  detail: { before: factsOf(device) },
})
