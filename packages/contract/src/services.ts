import { z } from 'zod'

/** The services that the operator sells, with the unit of each (docs/design/domain.md §2). */
export const serviceCatalogue = {
  network_member: { 'zh-CN': '组网成员', en: 'Networked members', unit: '个' },
  software_member: { 'zh-CN': '软件成员', en: 'Software members', unit: '个' },
  network_center: { 'zh-CN': '组网中心', en: 'Hubs per network', unit: '个' },
  dns: { 'zh-CN': 'DNS 服务器', en: 'DNS servers', unit: '个' },
  quagga: { 'zh-CN': '动态路由', en: 'Dynamic routing', unit: '项' },
  quagga_advanced: { 'zh-CN': '高级路由策略', en: 'Advanced routing policy', unit: '项' },
  default_route: { 'zh-CN': '默认路由', en: 'Default route', unit: '项' },
  sub_account: { 'zh-CN': '子账号', en: 'Sub-accounts', unit: '个' },
  saas: { 'zh-CN': 'SaaS 加速设备', en: 'SaaS devices', unit: '台' },
  pop: { 'zh-CN': 'POP 资源', en: 'POP resources', unit: '个' },
  level_standard: { 'zh-CN': '标准版服务', en: 'Standard service', unit: '项' },
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
