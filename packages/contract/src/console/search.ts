import { z } from 'zod'
import { lineOfText } from '../fields/schemas.ts'
import { get } from './api.ts'
import { NetworkSummary, RouterType } from './network.ts'
import { WorkOrderSummary } from './pop.ts'
import { Message } from './publication.ts'
import { MemberSummary } from './router.ts'
import { SubAccount } from './sub-account.ts'
import { Ticket } from './support-ticket.ts'

/** The most matches of each kind in one answer. */
export const FOUND_OF_EACH = 5
/** What a search through everything takes. */
export const searchInput = z.strictObject({ search: lineOfText(1, 64) })

/** What an address that was found is: a prefix rule, a local network, a tunnel's end, a network's segment, or a public address. */
export const addressKinds = ['prefix', 'lan', 'tunnel', 'segment', 'public'] as const
/** An address or a network of a member that lies in, or contains, what was searched for. */
export const FoundAddress = z.object({
  kind: z.enum(addressKinds),
  /** As `192.168.205.0/24`, or `10.128.0.22` for a single address. */
  address: z.string(),
  router_name: z.string(),
  note: z.string(),
  router_type: RouterType,
  /** The network that it belongs to; null for a local network or a public address. */
  network_number: z.string().nullable(),
  network_name: z.string().nullable(),
})
export type FoundAddress = z.output<typeof FoundAddress>

/** The first matches of each kind. A kind that the caller may not see is empty. */
export const Found = z.object({
  members: z.array(MemberSummary),
  networks: z.array(NetworkSummary.pick({ network_number: true, network_name: true })),
  /** Empty unless the text is an address, its first two numbers at least, or a prefix. */
  addresses: z.array(FoundAddress),
  tickets: z.array(Ticket.pick({ ticket_number: true, ticket_title: true })),
  work_orders: z.array(WorkOrderSummary.pick({ network_ticket_number: true, network_name: true })),
  messages: z.array(Message.pick({ message_id: true, title: true, create_time: true })),
  sub_accounts: z.array(SubAccount.pick({ id: true, username: true, nickname: true })),
})
export type Found = z.output<typeof Found>

export const search = {
  all: get('account/search', {
    access: 'any',
    summary: '搜索成员、组网、地址、工单和消息',
    costly: true,
    input: searchInput,
    output: Found,
  }),
}
