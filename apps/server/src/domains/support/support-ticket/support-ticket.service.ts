import {
  type contract,
  type InputOf,
  type OutputOf,
  TICKET_KEPT_DAYS,
  TICKETS_OPEN_MAX,
  type TicketPriority,
  type TicketStatus,
} from '@weft/contract'
import { publish } from '../../../adapters/bus/publish.ts'
import type { AccountDb, Db } from '../../../db/client.ts'
import { type Actor, mayDo, requireRight } from '../../../kernel/actor.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { after, type Clock, unix } from '../../../kernel/clock.ts'
import { audit } from '../../foundation/audit/audit.service.ts'
import { holdAccount, limitsOf } from '../../foundation/limits/limits.service.ts'
import { forgetTicket, ticketsRead } from '../message/message.service.ts'
import { appraised, closed, deleted, opened, reopened, replied } from './support-ticket.audit.ts'
import * as queries from './support-ticket.queries.ts'
import { dialogueOf, dueTime, refuseClosed, refuseMerged, refuseReopening } from './support-ticket.rules.ts'
import { STAFF } from './support-ticket.text.ts'
import { listFiles, type Sender, showFiles } from './ticket-file.queries.ts'
import type { TicketFileService } from './ticket-file.service.ts'

type Call = typeof contract.supportTickets
type In<K extends keyof Call> = InputOf<Call[K]>
type Out<K extends keyof Call> = OutputOf<Call[K]>

/** Confines a caller who may not view the tickets of others to its own. */
const onlyOf = (actor: Actor): queries.OnlyOf => (mayDo(actor, 'ticket.view') ? undefined : actor.login_id)
const sightOf = (actor: Actor): queries.Sight => ({ only: onlyOf(actor), login_id: actor.login_id, scope: actor.members })
/** @throws rightMissing if the ticket is of another login and the caller has no right to handle those */
const requireOwn = (actor: Actor, { login_id }: Pick<Ticket, 'login_id'>, otherwise: 'ticket.edit' | 'ticket.delete'): void => {
  if (login_id !== actor.login_id) requireRight(actor, otherwise)
}

/** Returns which of the numbers are tickets that the caller may see; a resolver of the door. */
export const resolveTickets = async (db: AccountDb, numbers: string[], actor: Actor): Promise<ReadonlySet<string>> =>
  new Set(await queries.findVisible(db, onlyOf(actor), numbers))

/** Returns a row with the name that customers see for whoever replied last. */
const asCustomersSee = <R extends { last_reply: { reply_name: string; from: 'customer' | 'support' } | null }>(row: R): R => ({
  ...row,
  last_reply: row.last_reply?.from === 'support' ? { ...row.last_reply, reply_name: STAFF } : row.last_reply,
})

/** Returns a page of the tickets that the caller may see, newest first. */
async function list(
  db: AccountDb,
  actor: Actor,
  { mine, open, yours, status, type, router_name, ...paging }: Pick<In<'list'>, 'page' | 'limit' | 'search'> & Partial<In<'list'>>,
): Promise<Out<'list'>> {
  const filters = { ...paging, status, type, router_name, mine: mine === 1, open: open === 1, yours: yours === 1 }
  const { rows, count } = await queries.pageTickets(db, sightOf(actor), filters)
  return { rows: rows.map(asCustomersSee), count }
}

export type Ticket = NonNullable<Awaited<ReturnType<typeof queries.lockTicket>>>
/** Locks a ticket, which customers may have deleted, until the transaction ends. @throws ticketNotFound */
export async function holdTicket(db: AccountDb, ticket_number: string): Promise<Ticket> {
  const ticket = await queries.lockTicket(db, ticket_number)
  if (!ticket) throw new Refusal('ticketNotFound')
  return ticket
}

/** Locks a ticket that no customer has deleted until the transaction ends. @throws ticketNotFound */
async function holdShown(db: AccountDb, ticket_number: string): Promise<Ticket> {
  const ticket = await holdTicket(db, ticket_number)
  if (ticket.delete_time !== null) throw new Refusal('ticketNotFound')
  return ticket
}

/** Returns until when an answer to a ticket is due to a customer who waits. @param since when the wait began, in Unix seconds */
export const dueOf = async (
  db: AccountDb,
  ticket: { priority: TicketPriority; last_answer_id: number | null; ticket_status: TicketStatus },
  since: number,
): Promise<Date> => dueTime(ticket, (await limitsOf(db)).network_level, since)

/** Shows pictures in a ticket. @throws ticketFileUsed if one is shown already, or was deleted */
async function show(db: AccountDb, sender: Sender, file_ids: readonly string[], place: { ticket_number: string; reply_id: number | null }) {
  if (file_ids.length === 0) return
  const ids = [...new Set(file_ids)]
  if ((await showFiles(db, sender, ids, place)) < ids.length) throw new Refusal('ticketFileUsed')
}

/**
 * Locks the account until the transaction ends.
 * @throws ticketsOpen if it has as many open tickets as it may; ticketsOpenOfAll for a caller who cannot close those of others
 */
async function requireRoom(db: AccountDb, actor: Actor, max: number): Promise<void> {
  await holdAccount(db)
  if ((await queries.countOpen(db)) < max) return
  const closesAll = mayDo(actor, 'ticket.view') && mayDo(actor, 'ticket.edit')
  throw new Refusal(closesAll ? 'ticketsOpen' : 'ticketsOpenOfAll', { max })
}

interface Reply {
  side: 'customer' | 'support'
  reply_name: string
  content: string
  file_ids: readonly string[]
}
/** Writes a reply with its pictures to a locked ticket, notifies every open page, and returns its id. @throws ticketFileUsed */
export async function writeReply(
  db: AccountDb,
  sender: Sender,
  { ticket_number, login_id }: Ticket,
  { content, file_ids, ...reply }: Reply,
): Promise<number> {
  const reply_id = await queries.insertReply(db, { ...reply, ticket_number, dialogue_content: content })
  await show(db, sender, file_ids, { ticket_number, reply_id })
  await tellChanged(db, { ticket_number, login_id })
  return reply_id
}

/** Notifies the open pages of logins that may see the ticket. */
export const tellChanged = (db: AccountDb, { ticket_number, login_id }: Pick<Ticket, 'ticket_number' | 'login_id'>): Promise<void> =>
  publish(db, { type: 'ticket', account_id: db.account_id, ticket_number, login_id })

/**
 * Returns a ticket with its dialogue and grade, and the numbers of the tickets whose dialogue it is.
 * @param staff returns the name that is shown for an operator
 */
export async function detailOf<R extends queries.TicketRow>(
  db: AccountDb,
  reader: queries.Reader,
  { grade, appraisal, ...ticket }: R,
  files: Pick<TicketFileService, 'shown'>,
  staff: (reply_name: string) => string,
) {
  const parts = await queries.listParts(db, reader, ticket.ticket_number)
  const numbers = parts.map(({ ticket_number }) => ticket_number)
  const spoken = { parts, replies: await queries.listReplies(db, numbers), files: await listFiles(db, numbers) }
  const detail = {
    ...ticket,
    ...dialogueOf(ticket.ticket_number, spoken, files.shown, staff),
    appraise: grade === null || appraisal === null ? null : { grade, content: appraisal },
    // A reader who may not know the member has no subject.
    recoveries: ticket.subject === null ? [] : await queries.listRecoveries(db, ticket.ticket_number),
  }
  return { detail, numbers }
}

/** Notes that a login has read a ticket with its answers, and the messages about it. */
async function noteRead(
  db: AccountDb,
  actor: Actor,
  { ticket_number, last_answer_id }: Pick<Ticket, 'ticket_number' | 'last_answer_id'>,
  numbers: readonly string[],
): Promise<void> {
  await ticketsRead(db, actor, numbers)
  // The lists of this login's other pages drop their mark.
  if (last_answer_id !== null && (await queries.noteSeen(db, actor.login_id, ticket_number, last_answer_id)))
    await publish(db, { type: 'ticket', account_id: db.account_id, ticket_number, login_id: actor.login_id })
}

/** Creates the service by which customers handle their tickets. @param most_open the most open tickets of one account */
export const createSupportTicketService = ({
  files,
  clock,
  most_open = TICKETS_OPEN_MAX,
}: {
  files: TicketFileService
  clock: Clock
  most_open?: number
}) => ({
  list,

  /** Returns how many tickets of each status the caller may see. */
  counts: (db: AccountDb, actor: Actor, { mine, ...filters }: In<'counts'>): Promise<Out<'counts'>> =>
    queries.countTickets(db, sightOf(actor), {
      ...filters,
      type: filters.type,
      router_name: filters.router_name,
      mine: mine === 1,
    }),

  /** Returns a ticket, whose answers this login has read from then on, unless an operator reads by a login link. @throws ticketNotFound if it was deleted meanwhile */
  async info(db: AccountDb, actor: Actor, { ticket_number }: In<'info'>): Promise<Out<'info'>> {
    const sight = sightOf(actor)
    const { only } = sight
    const found = await queries.findTicket(db, sight, ticket_number)
    if (!found) throw new Refusal('ticketNotFound')
    const { last_answer_id, ...ticket } = found
    const { detail, numbers } = await detailOf(db, only, asCustomersSee(ticket), files, () => STAFF)
    const reads = actor.session_kind !== 'link'
    if (reads) await noteRead(db, actor, { ticket_number, last_answer_id }, numbers)
    const into = detail.merged_into
    const seesTarget = into !== null && (await queries.findVisible(db, only, [into])).length > 0
    return { ...detail, merged_into: seesTarget ? into : null, fresh: reads ? 0 : detail.fresh }
  },

  /** @throws ticketsOpen, ticketsOpenOfAll, ticketFileUsed */
  async create(
    db: AccountDb,
    actor: Actor,
    { title, content, type, router_name, evidence, file_ids }: In<'create'>,
  ): Promise<Out<'create'>> {
    await requireRoom(db, actor, most_open)
    const { login_id } = actor
    const ticket = { ticket_title: title, ticket_content: content, ticket_type: type }
    const create_name = await queries.nicknameOf(db, login_id)
    const due_time = await dueOf(db, { priority: 2, last_answer_id: null, ticket_status: 1 }, unix(clock.now()))
    for (;;) {
      const made = await queries.insertTicket(db, {
        login_id,
        create_name,
        due_time,
        router_name: router_name ?? null,
        evidence: evidence.length === 0 ? null : JSON.stringify(evidence),
        ...ticket,
      })
      // Another ticket has this very number, so a new number is drawn.
      if (made === undefined) continue
      const { ticket_number, no } = made
      await show(db, { login_id }, file_ids, { ticket_number, reply_id: null })
      await audit(db, actor, opened({ ticket_number, no, ...ticket }, file_ids.length))
      await tellChanged(db, { ticket_number, login_id })
      return { ticket_number }
    }
  },

  /** @throws ticketNotFound, rightMissing, ticketMerged, ticketClosed, ticketFileUsed */
  async reply(db: AccountDb, actor: Actor, { ticket_number, content, file_ids }: In<'reply'>): Promise<void> {
    const ticket = await holdShown(db, ticket_number)
    requireOwn(actor, ticket, 'ticket.edit')
    refuseClosed(ticket)
    const reply_name = await queries.nicknameOf(db, actor.login_id)
    await writeReply(db, { login_id: actor.login_id }, ticket, { side: 'customer', reply_name, content, file_ids })
    await queries.markWaiting(db, ticket_number, await dueOf(db, ticket, unix(clock.now())))
    await audit(db, actor, replied(ticket, file_ids.length))
  },

  /** Grades a ticket, once, and closes it if it is open. @throws ticketNotFound, rightMissing, ticketMerged, ticketAppraised */
  async appraise(db: AccountDb, actor: Actor, { ticket_number, grade, content }: In<'appraise'>): Promise<void> {
    const ticket = await holdShown(db, ticket_number)
    requireOwn(actor, ticket, 'ticket.edit')
    refuseMerged(ticket)
    if (ticket.grade !== null) throw new Refusal('ticketAppraised')
    await queries.writeTicket(db, ticket_number, { ...closing(ticket, clock), grade, appraisal: content })
    await audit(db, actor, appraised(ticket, grade))
    await tellChanged(db, ticket)
  },

  /** Closes a ticket, which may still be graded. @throws ticketNotFound, rightMissing, ticketIsClosed */
  async close(db: AccountDb, actor: Actor, { ticket_number }: In<'close'>): Promise<void> {
    const ticket = await holdShown(db, ticket_number)
    requireOwn(actor, ticket, 'ticket.edit')
    if (ticket.ticket_status === 3) throw new Refusal('ticketIsClosed')
    await queries.writeTicket(db, ticket_number, closing(ticket, clock))
    await audit(db, actor, closed(ticket))
    await tellChanged(db, ticket)
  },

  /**
   * Opens a ticket again that was closed within `TICKET_REOPEN_DAYS`: the customer waits for an answer, and a grade is taken back.
   * @throws ticketNotFound, rightMissing, ticketNotClosed, ticketMerged, ticketReopenLate, ticketsOpen, ticketsOpenOfAll
   */
  async reopen(db: AccountDb, actor: Actor, { ticket_number }: In<'reopen'>): Promise<void> {
    await holdAccount(db)
    const ticket = await holdShown(db, ticket_number)
    requireOwn(actor, ticket, 'ticket.edit')
    const now = clock.now()
    refuseReopening(ticket, now)
    await requireRoom(db, actor, most_open)
    const ticket_status = (await queries.wasAnswered(db, ticket_number)) ? 2 : 1
    const due_time = await dueOf(db, { ...ticket, ticket_status }, unix(now))
    const open = { ticket_status, close_time: null, grade: null, appraisal: null } as const
    await queries.writeTicket(db, ticket_number, { ...open, waiting_since: now, due_time })
    await audit(db, actor, reopened(ticket))
    await tellChanged(db, ticket)
  },

  /** Hides a ticket from its account, with the messages about it; operators keep it. @throws ticketNotFound, rightMissing */
  async remove(db: AccountDb, actor: Actor, { ticket_number }: In<'delete'>): Promise<void> {
    const ticket = await holdShown(db, ticket_number)
    requireOwn(actor, ticket, 'ticket.delete')
    const delete_name = await queries.nicknameOf(db, actor.login_id)
    await queries.writeTicket(db, ticket_number, { delete_time: clock.now(), delete_name, waiting_since: null, due_time: null })
    await forgetTicket(db, ticket_number)
    await audit(db, actor, deleted(ticket))
    await tellChanged(db, ticket)
  },
})
export type SupportTicketService = ReturnType<typeof createSupportTicketService>

/** Returns what closing changes in a ticket; one that is closed already keeps the time. */
export const closing = ({ close_time }: Pick<Ticket, 'close_time'>, clock: Clock) => ({
  ticket_status: 3 as const,
  waiting_since: null,
  due_time: null,
  ...(close_time === null && { close_time: clock.now() }),
})

/** The most tickets that one transaction numbers. */
const AT_ONCE = 500
/** Gives a short number to each ticket from before there were such. */
export async function numberTickets(db: Db): Promise<void> {
  while (await db.system((system) => queries.numberSome(system, AT_ONCE)));
}

/** Deletes, for good, the tickets that customers deleted longer ago than operators keep them. */
export const deleteForgotten = (db: Db, clock: Clock): Promise<void> =>
  queries.deleteForgotten(db.systemNow, after(clock.now(), -TICKET_KEPT_DAYS * 86_400))
