/**
 * Room observation/search: the search over members, networks, orders and tickets.
 * Tables: none.
 * Called by: its routes alone.
 * Always: it asks the rooms that list these, so it finds only what the caller may list.
 */
import { type contract, FOUND_OF_EACH, type Found, type InputOf } from '@weft/contract'
import type { AccountDb } from '../../../db/client.ts'
import { type Actor, mayDo } from '../../../kernel/actor.ts'
import { lists as listSubAccounts } from '../../identity/sub-account/sub-account.service.ts'
import { list as listMembers } from '../../member/member/list.service.ts'
import { list as listNetworks, namedRange } from '../../network/detail/detail.service.ts'
import { list as listOrders } from '../../network/work-order/work-order.service.ts'
import { listMessages } from '../../support/message/message.service.ts'
import type { SupportTicketService } from '../../support/support-ticket/support-ticket.service.ts'
import { findAddresses } from './search.queries.ts'

/** A work order is found by its number alone: so many digits at least, and at most. */
const ORDER_DIGITS = /^\d{4,14}$/

/** Returns the first matches of each kind, asked of the rooms that list them, so that each caller finds what it may list. */
export async function searchAll(
  db: AccountDb,
  actor: Actor,
  { search }: InputOf<typeof contract.search.all>,
  tickets: Pick<SupportTicketService, 'list'>,
  now: Date,
): Promise<Found> {
  const query = { page: 1, limit: FOUND_OF_EACH, search }
  const range = namedRange(search)
  const seesMembers = mayDo(actor, 'member.view')
  return {
    members: seesMembers ? (await listMembers(db, actor, query, now)).rows : [],
    networks: (await listNetworks(db, actor, query, now)).rows.map(({ network_number, network_name }) => ({
      network_number,
      network_name,
    })),
    // An address is found with the member that has it.
    addresses: range && seesMembers ? await findAddresses(db, range, actor, FOUND_OF_EACH) : [],
    tickets: (await tickets.list(db, actor, query)).rows.map(({ ticket_number, ticket_title }) => ({ ticket_number, ticket_title })),
    work_orders: ORDER_DIGITS.test(search) ? await ordersOf(db, actor, search) : [],
    messages: (await listMessages(db, actor, query)).rows.map(({ message_id, title, create_time }) => ({ message_id, title, create_time })),
    sub_accounts: actor.ram === 0 ? await subAccountsOf(db, query) : [],
  }
}

async function ordersOf(db: AccountDb, actor: Actor, network_ticket_number: string): Promise<Found['work_orders']> {
  const { rows } = await listOrders(db, actor, { page: 1, limit: FOUND_OF_EACH, network_ticket_number, network_number: '' })
  return rows.map(({ network_ticket_number, network_name }) => ({ network_ticket_number, network_name }))
}

async function subAccountsOf(db: AccountDb, query: { page: number; limit: number; search: string }): Promise<Found['sub_accounts']> {
  const { rows } = await listSubAccounts(db, query)
  return rows.map(({ id, username, nickname }) => ({ id, username, nickname }))
}
