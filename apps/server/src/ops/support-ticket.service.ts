import { type InputOf, type OutputOf, operatorMay, operatorRoles, type opsContract, TICKETS_OPEN_MAX } from '@weft/contract'
import type { SystemDb } from '../db/client.ts'
import { auditOperator, OPERATOR_CHAIN } from '../domains/foundation/audit/audit.service.ts'
import { connections, type LogDependencies } from '../domains/observation/log/log.service.ts'
import { explain } from '../domains/observation/member-record/diagnosis.service.ts'
import { list as listNetworks } from '../domains/network/detail/detail.service.ts'
import type { TicketDeskService } from '../domains/support/support-ticket/ticket-desk.service.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import { Refusal } from '../kernel/refusal.ts'
import { accountLookedAt } from './look.service.ts'
import { looked, savedReplyCreated, savedReplyDeleted, savedReplyEdited } from './operator.audit.ts'
import { findAssignee, listAssignees } from './operator.queries.ts'
import * as replies from './saved-reply.queries.ts'
import { checkNote } from './ticket-check.text.ts'
import { isAbout } from './trouble.rules.ts'
import { memberOf, membersNamed, namedInEach } from './trouble.service.ts'

type Tickets = typeof opsContract.tickets
type Replies = typeof opsContract.savedReplies

/** Lists the tickets of all accounts, or of one, whose customer can then read of the look. @throws accountNotFound */
export async function listTickets(
  desk: TicketDeskService,
  db: SystemDb,
  operator: OperatorActor,
  query: InputOf<Tickets['list']>,
): Promise<OutputOf<Tickets['list']>> {
  return desk.list(db, operator, query, await accountLookedAt(db, operator, 'tickets', query))
}

/** Returns the tickets to work through, each with the member that it is about. */
export async function showQueue(
  desk: TicketDeskService,
  db: SystemDb,
  operator: OperatorActor,
  query: InputOf<Tickets['queue']>,
): Promise<OutputOf<Tickets['queue']>> {
  const { waiting, asked, ...queue } = await desk.queue(db, operator, query)
  const named = await namedInEach(db, [...waiting, ...asked])
  const shown = ({ account_id: _, opening: _opening, router_name: _router_name, ...ticket }: (typeof waiting)[number]) => ({
    ...ticket,
    member: named.get(ticket.ticket_number) ?? null,
  })
  return { ...queue, waiting: waiting.map(shown), asked: asked.map(shown) }
}

/** @throws ticketNotFound */
export async function showTicket(
  desk: TicketDeskService,
  db: SystemDb,
  operator: OperatorActor,
  { ticket_number }: InputOf<Tickets['info']>,
): Promise<OutputOf<Tickets['info']>> {
  const { account_id, ...ticket } = await desk.info(db, ticket_number)
  await auditOperator(db, operator, account_id, looked('ticket', { ticket_number }))
  return ticket
}

/** The roles that may handle tickets. */
const HANDLERS = operatorRoles.filter((role) => operatorMay(role, 'ops.tickets'))

/** Returns the names of the operators who may handle tickets and may sign in. */
export const showAssignees = (db: SystemDb): Promise<OutputOf<Tickets['assignees']>> => listAssignees(db, HANDLERS)

/** Gives a ticket to the named operator, or to nobody. @throws as `assign` of the desk */
export async function assignTicket(
  desk: TicketDeskService,
  db: SystemDb,
  operator: OperatorActor,
  input: InputOf<Tickets['assign']>,
): Promise<void> {
  const to = input.assignee === null ? null : await findAssignee(db, HANDLERS, input.assignee)
  return desk.assign(db, operator, input, to)
}

/** Operators see every network of an account. */
const EVERYTHING = { designated: undefined }
const NETWORKS = 10
const EVENTS = 20

/** Returns the customer's details that are shown next to a ticket. @throws ticketNotFound */
export async function showCustomer(
  desk: TicketDeskService,
  infrastructure: LogDependencies,
  { db, operator, input: { ticket_number } }: { db: SystemDb; operator: OperatorActor; input: InputOf<Tickets['customer']> },
): Promise<OutputOf<Tickets['customer']>> {
  const { account, ticket } = await desk.customerOf(db, ticket_number)
  await auditOperator(db, operator, account.account_id, looked('ticket_customer', { ticket_number }))
  const networks = await listNetworks(account, EVERYTHING, { page: 1, limit: NETWORKS, search: '' }, infrastructure.clock.now())
  const events = await connections(infrastructure, {
    db: account,
    actor: EVERYTHING,
    input: { page: 1, limit: EVENTS, search: '', router_name: '' },
  })
  const members = await membersNamed(db, account.account_id, {
    router_name: ticket.subject?.router_name ?? null,
    text: `${ticket.ticket_title}\n${ticket.ticket_content}`,
  })
  const others = (await desk.open(db, [account.account_id], TICKETS_OPEN_MAX)).filter((other) => other.ticket_number !== ticket_number)
  return {
    members,
    ...(await desk.closed(account)),
    others: others
      .map(({ ticket_content, ticket_title, ticket_number: number, router_name, create_name, create_time }) => ({
        ticket_number: number,
        ticket_title,
        create_name,
        create_time,
        same_member: members.some((member) => isAbout({ router_name, text: `${ticket_title}\n${ticket_content}` }, member))
          ? (1 as const)
          : (0 as const),
      }))
      .toSorted((a, b) => b.same_member - a.same_member),
    network_count: networks.count,
    networks: networks.rows,
    events: events.rows,
  }
}

/** Notes for operators why a member of the ticket's customer is as it is. @throws ticketNotFound, memberNotFound */
export async function noteCheck(
  desk: TicketDeskService,
  db: SystemDb,
  operator: OperatorActor,
  { ticket_number, router_name }: InputOf<Tickets['check']>,
): Promise<void> {
  const { account } = await desk.customerOf(db, ticket_number)
  const member = await memberOf(db, account.account_id, router_name)
  const { diagnosis } = await explain(account, EVERYTHING, router_name, 'zh-CN')
  await desk.note(db, operator, { ticket_number, content: checkNote(member, diagnosis) })
}

export const listReplies = (db: SystemDb, query: InputOf<Replies['list']>): Promise<OutputOf<Replies['list']>> =>
  replies.pageSavedReplies(db, query)

export async function createReply(db: SystemDb, operator: OperatorActor, reply: InputOf<Replies['create']>): Promise<{ id: string }> {
  const id = await replies.insertSavedReply(db, reply)
  await auditOperator(db, operator, OPERATOR_CHAIN, savedReplyCreated(id, reply.title))
  return { id }
}

/** @throws savedReplyNotFound, savedReplyChanged if somebody else changed it since `version` */
export async function editReply(
  db: SystemDb,
  operator: OperatorActor,
  { id, version, title, content }: InputOf<Replies['edit']>,
): Promise<void> {
  const before = await replies.lockSavedReply(db, id)
  if (!before) throw new Refusal('savedReplyNotFound')
  if (before.version !== version) throw new Refusal('savedReplyChanged', { by: before.update_name ?? '' })
  await replies.writeSavedReply(db, id, { title, content, update_name: operator.username })
  await auditOperator(db, operator, OPERATOR_CHAIN, savedReplyEdited(id, before.title, title))
}

/** @throws savedReplyNotFound */
export async function deleteReply(db: SystemDb, operator: OperatorActor, { id }: InputOf<Replies['delete']>): Promise<void> {
  const title = await replies.deleteSavedReply(db, id)
  if (title === undefined) throw new Refusal('savedReplyNotFound')
  await auditOperator(db, operator, OPERATOR_CHAIN, savedReplyDeleted(id, title))
}
