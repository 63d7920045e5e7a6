import { z } from 'zod'
import { words } from './fields/field.ts'

const units = words('个', 'units')
const features = words('项', 'features')
const devices = words('台', 'devices')

/** The services that the operator sells, with the unit of each (docs/design/domain.md §2). */
export const serviceCatalogue = {
  network_member: { 'zh-CN': '组网成员', en: 'Networked members', unit: units },
  software_member: { 'zh-CN': '软件成员', en: 'Software members', unit: units },
  network_center: { 'zh-CN': '组网中心', en: 'Hubs per network', unit: units },
  dns: { 'zh-CN': 'DNS 服务器', en: 'DNS servers', unit: units },
  quagga: { 'zh-CN': '动态路由', en: 'Dynamic routing', unit: features },
  quagga_advanced: { 'zh-CN': '高级路由策略', en: 'Advanced routing policy', unit: features },
  default_route: { 'zh-CN': '默认路由', en: 'Default route', unit: features },
  sub_account: { 'zh-CN': '子账号', en: 'Sub-accounts', unit: units },
  saas: { 'zh-CN': 'SaaS 加速设备', en: 'SaaS devices', unit: devices },
  pop: { 'zh-CN': 'POP 资源', en: 'POP resources', unit: units },
  level_standard: { 'zh-CN': '标准版服务', en: 'Standard service', unit: features },
} as const
export type ServiceCode = keyof typeof serviceCatalogue
export const ServiceCode = z.enum(Object.keys(serviceCatalogue) as [ServiceCode, ...ServiceCode[]])

/** The services that every new account gets, without expiry; `dns` adds to the default of two. */
export const freeGrant: Partial<Record<ServiceCode, number>> = {
  network_member: 10,
  software_member: 10,
  network_center: 1,
  sub_account: 3,
}
export const DEFAULT_DNS = 2
/** Services that exist only as part of something else: a device, a work order. */
export const derivedServices: readonly ServiceCode[] = ['saas', 'pop']
/** Days before its end from which a service counts as expiring. */
export const EXPIRING_DAYS = 30
