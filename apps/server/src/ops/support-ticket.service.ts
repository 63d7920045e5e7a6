import type { InputOf, OutputOf, opsContract } from '@weft/contract'
import type { SystemDb } from '../db/client.ts'
import { auditOperator, OPERATOR_CHAIN } from '../domains/audit/audit.service.ts'
import type { TicketDeskService } from '../domains/support-ticket/ticket-desk.service.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import { Refusal } from '../kernel/refusal.ts'
import { looked, savedReplyCreated, savedReplyDeleted } from './operator.audit.ts'
import * as replies from './saved-reply.queries.ts'

type Tickets = typeof opsContract.tickets
type Replies = typeof opsContract.savedReplies

export async function listTickets(
  desk: TicketDeskService,
  db: SystemDb,
  operator: OperatorActor,
  query: InputOf<Tickets['list']>,
): Promise<OutputOf<Tickets['list']>> {
  await auditOperator(db, operator, OPERATOR_CHAIN, looked('tickets', query))
  return desk.list(db, query)
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

export async function listReplies(
  db: SystemDb,
  operator: OperatorActor,
  query: InputOf<Replies['list']>,
): Promise<OutputOf<Replies['list']>> {
  await auditOperator(db, operator, OPERATOR_CHAIN, looked('replies', query))
  return replies.pageSavedReplies(db, query)
}

export async function createReply(db: SystemDb, operator: OperatorActor, reply: InputOf<Replies['create']>): Promise<{ id: string }> {
  const id = await replies.insertSavedReply(db, reply)
  await auditOperator(db, operator, OPERATOR_CHAIN, savedReplyCreated(id, reply.title))
  return { id }
}

/** @throws savedReplyNotFound */
export async function deleteReply(db: SystemDb, operator: OperatorActor, { id }: InputOf<Replies['delete']>): Promise<void> {
  const title = await replies.deleteSavedReply(db, id)
  if (title === undefined) throw new Refusal('savedReplyNotFound')
  await auditOperator(db, operator, OPERATOR_CHAIN, savedReplyDeleted(id, title))
}
