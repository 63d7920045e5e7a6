import type { WorkOrder } from '@weft/contract'
import { networkPath as shared } from '../../shared/network/network-paths.ts'
import type { Panel } from './settings/use-panel.ts'

type OrderOf = Pick<WorkOrder, 'network_number' | 'network_ticket_number'>

const of =
  (path: `/${string}`) =>
  (number: string): `/${string}` =>
    `${path}?network_number=${number}`

/** Addresses of the network pages. */
export const networkPath = {
  ...shared,
  /** The overview of the network's address ranges, among its settings. */
  overview: (number: string): `/${string}` => `/network/detail?network_number=${number}&tab=settings&table=segments`,
  panel: (number: string, panel: Panel, node?: string): `/${string}` => shared.panel(number, panel, node),
  edit: of('/network/edit'),
  requestPop: of('/network/ticket_create'),
  /** Corrects a rejected order of a network and sends it again. */
  correctOrder: ({ network_number, network_ticket_number }: OrderOf): `/${string}` =>
    `/network/ticket_create?network_number=${network_number}&network_ticket_number=${network_ticket_number}`,
  pops: '/network/fr_lists' as const,
  popEdit: of('/network/pop_edit'),
  orders: '/network/ticket_lists' as const,
  order: ({ network_number, network_ticket_number }: OrderOf): `/${string}` =>
    `/network/ticket_detail?network_number=${network_number}&network_ticket_number=${network_ticket_number}`,
}
