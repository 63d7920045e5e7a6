import {
  type AccountTrouble,
  type DeskMember,
  type DeskStart,
  ENDING_DAYS,
  type InputOf,
  type Language,
  NEW_DEVICE_DAYS,
  type OutputOf,
  type opsContract,
  START_ROWS,
  STEADY_SECONDS,
  TICKETS_OPEN_MAX,
  TROUBLE_ROWS,
} from '@weft/contract'
import type { SystemDb } from '../db/client.ts'
import { auditOperator } from '../domains/foundation/audit/audit.service.ts'
import { waitingOrders } from '../domains/network/work-order/work-order.handle.service.ts'
import type { TicketDeskService } from '../domains/support/support-ticket/ticket-desk.service.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import { after, unix } from '../kernel/clock.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findAccount } from './account.queries.ts'
import { listNewInStock } from './device.queries.ts'
import { looked } from './operator.audit.ts'
import { expiringServices } from './service.service.ts'
import * as queries from './trouble.queries.ts'
import { type About, isAbout, membersOf, possibleNames } from './trouble.rules.ts'

type Contract = typeof opsContract
/** The most members that need attention whose names are looked for in a ticket, and the most that are shown beside it. */
const AILING = 200
const NAMED = 5
/** The most words of each of many tickets that are looked up as names. */
const WORDS_OF_EACH = 20

const steadyAt = (now: Date) => after(now, -STEADY_SECONDS)

/** Returns who is in trouble and what waits for an operator. */
export async function start(tickets: TicketDeskService, db: SystemDb, now: Date, language: Language): Promise<DeskStart> {
  // Sent together, which takes one round trip.
  const [{ customers, rows }, due, orders, devices, services] = await Promise.all([
    queries.listTroubled(db, steadyAt(now), START_ROWS),
    tickets.due(db, START_ROWS),
    waitingOrders(db, START_ROWS),
    listNewInStock(db, after(now, -NEW_DEVICE_DAYS * 86_400), START_ROWS),
    expiringServices(db, { days: ENDING_DAYS, page: 1, limit: START_ROWS }, now, language),
  ])
  const open = new Map(
    (
      await tickets.open(
        db,
        rows.map(({ account_id }) => account_id),
        1,
      )
    ).map(({ account_id, ticket_number, ticket_title, due_time, assignee }) => [
      account_id,
      { ticket_number, ticket_title, due_time, assignee },
    ]),
  )
  return {
    time: unix(now),
    customers,
    troubled: rows.map(({ account_id, ...row }) => ({ ...row, ticket: open.get(account_id) ?? null })),
    tickets: due,
    orders,
    devices,
    services: services.rows,
    service_count: services.count,
  }
}

/** Counts who is in trouble, over all accounts or at one. @throws accountNotFound */
export async function troubleState(
  db: SystemDb,
  { account_number }: InputOf<Contract['desk']['state']>,
  now: Date,
): Promise<OutputOf<Contract['desk']['state']>> {
  if (account_number === undefined) return queries.countTrouble(db, { steady: steadyAt(now) })
  const account = await findAccount(db, account_number)
  if (!account) throw new Refusal('accountNotFound')
  return queries.countTrouble(db, { account_id: account.account_id })
}

/** Returns what is wrong at one customer, whose log then has the look. @throws accountNotFound */
export async function accountTrouble(
  tickets: TicketDeskService,
  db: SystemDb,
  operator: OperatorActor,
  { account_number }: InputOf<Contract['accounts']['trouble']>,
  now: Date,
): Promise<AccountTrouble> {
  const account = await findAccount(db, account_number)
  if (!account) throw new Refusal('accountNotFound')
  const { account_id } = account
  await auditOperator(db, operator, account_id, looked('account_trouble', {}))
  const [{ members, ...trouble }, open] = await Promise.all([
    queries.readTrouble(db, account_id, TROUBLE_ROWS),
    tickets.open(db, [account_id], TICKETS_OPEN_MAX),
  ])
  const links = open.map(({ ticket_number, ticket_title, ticket_content, router_name }) => ({
    link: { ticket_number, ticket_title },
    router_name,
    text: `${ticket_title}\n${ticket_content}`,
  }))
  return {
    time: unix(now),
    ...trouble,
    members: members.map((member) => ({ ...member, ticket: links.find((ticket) => isAbout(ticket, member))?.link ?? null })),
    tickets: links.map(({ link }) => link),
  }
}

/** Returns the members of an account that a ticket is about, the one that its customer chose first. */
export async function membersNamed(db: SystemDb, account_id: number, about: About): Promise<DeskMember[]> {
  const names = namesIn(about).map((name) => ({ account_id, name }))
  const known = await queries.listNamedOrAiling(db, names, [account_id], AILING)
  return membersOf(
    about,
    known.map(({ account_id: _, ...member }) => member),
  ).slice(0, NAMED)
}

const namesIn = ({ router_name, text }: About, most?: number) => [
  ...(router_name === null ? [] : [router_name]),
  ...possibleNames(text, most),
]

/** Returns the member that each of some tickets is about, by the number of the ticket: the one that was chosen, or the worst that is named. */
export async function namedInEach(
  db: SystemDb,
  tickets: readonly { account_id: number; ticket_number: string; router_name: string | null; ticket_title: string; opening: string }[],
): Promise<ReadonlyMap<string, DeskMember>> {
  const said = tickets.map(({ opening, ...ticket }) => ({ ...ticket, text: `${ticket.ticket_title}\n${opening}` }))
  const names = said.flatMap(({ account_id, ...about }) => namesIn(about, WORDS_OF_EACH).map((name) => ({ account_id, name })))
  const account_ids = [...new Set(tickets.map(({ account_id }) => account_id))]
  const known = Map.groupBy(await queries.listNamedOrAiling(db, names, account_ids, AILING), ({ account_id }) => account_id)
  return new Map(
    said.flatMap(({ account_id, ticket_number, ...about }) => {
      const [member] = membersOf(about, known.get(account_id) ?? [])
      return member ? [[ticket_number, member] as const] : []
    }),
  )
}

/** Returns a member of an account. @throws memberNotFound */
export async function memberOf(db: SystemDb, account_id: number, router_name: string): Promise<DeskMember> {
  const [member] = await queries.listNamedOrAiling(db, [{ account_id, name: router_name }], [], 0)
  if (!member) throw new Refusal('memberNotFound')
  return member
}
