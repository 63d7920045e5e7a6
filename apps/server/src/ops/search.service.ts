import { type DeskFound, FOUND_OF_EACH, type InputOf, type opsContract } from '@weft/contract'
import type { SystemDb } from '../db/client.ts'
import { findOrders } from '../domains/network/work-order/work-order.handle.service.ts'
import type { TicketDeskService } from '../domains/support/support-ticket/ticket-desk.service.ts'
import { lapseBefore } from '../gateway/credential.service.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import type { Clock } from '../kernel/clock.ts'
import { pageAccounts } from './account.queries.ts'
import { pageDevices } from './device.queries.ts'

/** Returns the first matches of each kind over all customers, as the lists of each kind find them. */
export async function searchDesk(
  tickets: TicketDeskService,
  db: SystemDb,
  operator: OperatorActor,
  { search }: InputOf<typeof opsContract.desk.search>,
  clock: Clock,
): Promise<DeskFound> {
  const query = { page: 1, limit: FOUND_OF_EACH, search }
  // Sent together, which takes one round trip.
  const [accounts, devices, found, work_orders] = await Promise.all([
    pageAccounts(db, query),
    pageDevices(db, { ...query, lapse: lapseBefore(clock) }),
    tickets.list(db, operator, { ...query, waiting: 0, deleted: 0 }, undefined),
    findOrders(db, search, FOUND_OF_EACH),
  ])
  return {
    accounts: accounts.rows.map(({ account_number, nickname }) => ({ account_number, nickname })),
    devices: devices.rows.map(({ router_name, account_number, nickname, member }) => ({
      router_name,
      note: member?.note ?? '',
      account_number,
      nickname,
      member_state: member?.state ?? null,
    })),
    tickets: found.rows.map(({ ticket_number, no, ticket_title, ticket_status, account_number, nickname }) => ({
      ticket_number,
      no,
      ticket_title,
      ticket_status,
      account_number,
      nickname,
    })),
    work_orders: work_orders.map(({ network_ticket_number, no, network_name, state, account_number, nickname }) => ({
      network_ticket_number,
      no,
      network_name,
      state,
      account_number,
      nickname,
    })),
  }
}
