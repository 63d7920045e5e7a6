import {
  type AccountTrouble,
  type DeskMember,
  type DeskStart,
  type InputOf,
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
import { looked } from './operator.audit.ts'
import * as queries from './trouble.queries.ts'
import { isNamed, possibleNames } from './trouble.rules.ts'

type Contract = typeof opsContract
/** The most members that need attention whose names are looked for in a ticket, and the most that are shown beside it. */
const AILING = 200
const NAMED = 5

const steadyAt = (now: Date) => after(now, -STEADY_SECONDS)

/** Returns who is in trouble and what waits for an operator. */
export async function start(tickets: TicketDeskService, db: SystemDb, now: Date): Promise<DeskStart> {
  // Sent together, which takes one round trip.
  const [{ customers, rows }, due, orders] = await Promise.all([
    queries.listTroubled(db, steadyAt(now), START_ROWS),
    tickets.due(db, START_ROWS),
    waitingOrders(db, START_ROWS),
  ])
  const open = new Map(
    (
      await tickets.open(
        db,
        rows.map(({ account_id }) => account_id),
        1,
      )
    ).map(({ account_id, ticket_content: _, ...ticket }) => [account_id, ticket]),
  )
  return {
    time: unix(now),
    customers,
    troubled: rows.map(({ account_id, ...row }) => ({ ...row, ticket: open.get(account_id) ?? null })),
    tickets: due,
    orders,
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
  const links = open.map(({ ticket_number, ticket_title, ticket_content }) => ({
    link: { ticket_number, ticket_title },
    text: `${ticket_title}\n${ticket_content}`,
  }))
  return {
    time: unix(now),
    ...trouble,
    members: members.map((member) => ({ ...member, ticket: links.find(({ text }) => isNamed(text, member))?.link ?? null })),
    tickets: links.map(({ link }) => link),
  }
}

/** Returns the members of an account that a ticket names. */
export async function membersNamed(
  db: SystemDb,
  account_id: number,
  { ticket_title, ticket_content }: { ticket_title: string; ticket_content: string },
): Promise<DeskMember[]> {
  const text = `${ticket_title}\n${ticket_content}`
  const known = await queries.listNamedOrAiling(db, account_id, possibleNames(text), AILING)
  return known.filter((member) => isNamed(text, member)).slice(0, NAMED)
}
