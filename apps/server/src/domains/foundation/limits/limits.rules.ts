import { DEFAULT_DNS, type ServiceCode } from '@weft/contract'

/** The limits of an account: sums over its running services (docs/design/domain.md §2). */
export interface Limits {
  network_router_count: number
  network_center_count: number
  network_level: 1 | 2
  dns_quantity: number
  software_max: number
  sub_accounts_max: number
  quagga: 0 | 1
  quagga_advanced: 0 | 1
  default_route: 0 | 1
}

/** Quantities of running services, added up by code. */
export type ServiceSums = Partial<Record<ServiceCode, number>>

export function limitsFrom(sums: ServiceSums): Limits {
  const sum = (code: ServiceCode) => sums[code] ?? 0
  const has = (code: ServiceCode) => (sum(code) > 0 ? 1 : 0)
  return {
    network_router_count: sum('network_member'),
    network_center_count: sum('network_center'),
    network_level: has('level_standard') ? 2 : 1,
    dns_quantity: DEFAULT_DNS + sum('dns'),
    software_max: sum('software_member'),
    sub_accounts_max: sum('sub_account'),
    quagga: has('quagga'),
    quagga_advanced: has('quagga_advanced'),
    default_route: has('default_route'),
  }
}

/** Returns `network_status` of every network of the account: 0 while fewer members are bought than are networked. */
export const usability = (network_router_use: number, { network_router_count }: Pick<Limits, 'network_router_count'>): 0 | 1 =>
  network_router_use > network_router_count ? 0 : 1
