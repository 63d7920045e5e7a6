import { z } from 'zod'
import { memberStates } from '../fields/state.ts'
import { get } from './api.ts'
import { NetworkSummary } from './network.ts'
import { NetworkPicture } from './network-picture.ts'

/** Up to this number of networks each has a card; of more only the worst have. */
export const MOST_CARDS = 8
export const WORST_CARDS = 4
export const NetworkCard = NetworkSummary.pick({
  network_number: true,
  network_name: true,
  network_type: true,
  network_status: true,
  member_count: true,
  attention: true,
  day: true,
  availability: true,
}).extend({
  /** The worst state of its members that need attention; `up` if none does. */
  state: z.enum(memberStates),
  ...NetworkPicture.shape,
  sites_per_row: z.number().int(),
  /** Bytes of the last 24 hours in both directions (docs/decisions/072); null if nothing was measured. */
  bytes: z.number().int().nullable(),
})
export type NetworkCard = z.output<typeof NetworkCard>

export const NetworkCards = z.object({
  /** The worst first. */
  networks: z.array(NetworkCard).max(MOST_CARDS),
  /** The number of all networks that the caller may see. */
  count: z.number().int(),
})
export type NetworkCards = z.output<typeof NetworkCards>

export const networkCards = {
  list: get('account/networks', { access: 'network.view', summary: '组网卡片', output: NetworkCards }),
}
