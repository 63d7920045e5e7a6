import {
  type InputOf,
  type OutputOf,
  type opsContract,
  QUEUE_ROWS,
  shownNumber,
  ticketPriorityNames,
  WRITING_SECONDS,
} from '@weft/contract'
import { type AccountDb, asAccount, type SystemDb } from '../../../db/client.ts'
import type { OperatorActor } from '../../../kernel/actor.ts'
import { after, type Clock, daysBetween, shanghaiDay, unix } from '../../../kernel/clock.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { auditBy, auditOperator, OPERATOR_CHAIN } from '../../foundation/audit/audit.service.ts'
import type { DeliveryService } from '../../foundation/delivery/delivery.service.ts'
import { type NewMessage, sendMessage } from '../message/message.service.ts'
import { assigned, closed, merged, noted, prioritised, replied, restored } from './support-ticket.audit.ts'
import * as queries from './support-ticket.queries.ts'
import { refuseClosed, refuseMerged } from './support-ticket.rules.ts'
import { closing, detailOf, dueOf, holdTicket, tellChanged, type Ticket, writeReply } from './support-ticket.service.ts'
import { answeredMessage, closedMessage, mergedMessage, restoredMessage } from './support-ticket.text.ts'
import { findSent } from './ticket-file.queries.ts'
import type { TicketFileService } from './ticket-file.service.ts'

type Call = typeof opsContract.tickets
type In<K extends keyof Call> = InputOf<Call[K]>

interface TicketDeskDependencies {
  files: TicketFileService
  deliveries: Pick<DeliveryService, 'can' | 'queue'>
  clock: Clock
  /** The console's address in letters, without a slash at its end. */
  public_url: string
}
export type TicketDeskService = ReturnType<typeof createTicketDeskService>

/** An operator who may handle tickets. */
interface Assignee {
  operator_id: number
  username: string
}

/** Creates the service by which operators handle the tickets of all accounts. */
export function createTicketDeskService({ files, deliveries, clock, public_url }: TicketDeskDependencies) {
  /**
   * Notifies the logins that opened the ticket and those merged into it, by message and e-mail; if one is gone, every login by message and
   * the owner by e-mail.
   */
  async function tellAnswered(account: AccountDb, ticket: Ticket): Promise<void> {
    const { ticket_number, ticket_title } = ticket
    const openers = new Set((await queries.listParts(account, 'desk', ticket_number)).map(({ login_id }) => login_id))
    const mailed = new Set<string>()
    for (const login_id of openers) {
      const { email } = await tell(account, login_id, answeredMessage(ticket))
      if (email === null || mailed.has(email) || !deliveries.can('email')) continue
      mailed.add(email)
      await deliveries.queue(account, {
        to: { channel: 'email', email },
        letter: {
          template: 'ticket_answered',
          ticket_number: shownNumber(ticket, ticket_number),
          ticket_title,
          url: `${public_url}/ticket/detail?ticket_number=${ticket_number}`,
        },
        language: 'zh-CN',
        account_id: account.account_id,
      })
    }
  }

  /** @throws ticketNotFound */
  async function stateOf(db: SystemDb, { operator_id }: OperatorActor, ticket_number: string) {
    const state = await queries.findState(db, ticket_number, { operator_id, since: after(clock.now(), -WRITING_SECONDS) })
    if (!state) throw new Refusal('ticketNotFound')
    return state
  }

  return {
    /** Returns a page of the tickets of all accounts, or of the given one. */
    list: (
      db: SystemDb,
      { operator_id }: Pick<OperatorActor, 'operator_id'>,
      { waiting, deleted, assignee, page, limit, search, status, priority }: In<'list'>,
      account_id: number | undefined,
    ) =>
      queries.pageAllTickets(db, {
        page,
        limit,
        search,
        status,
        priority,
        account_id,
        waiting: waiting === 1,
        deleted: deleted === 1,
        assignee_id: assignee === undefined ? undefined : assignee === 'me' ? operator_id : null,
      }),

    /** @throws ticketNotFound */
    async info(db: SystemDb, ticket_number: string): Promise<OutputOf<Call['info']> & { account_id: number }> {
      const ticket = await queries.findAnyTicket(db, ticket_number)
      if (!ticket) throw new Refusal('ticketNotFound')
      const account = asAccount(db, ticket.account_id)
      const { detail } = await detailOf(account, 'desk', ticket, files, (reply_name) => reply_name)
      return { ...detail, notes: await queries.listNotes(account, ticket_number) }
    },

    waiting: (db: SystemDb) => queries.countWaiting(db, clock.now()),

    /** Returns tickets whose customers wait for an answer, those that are due first. */
    due: (db: SystemDb, limit: number) => queries.listDue(db, limit),

    /** Returns the tickets to work through, as the operator wants to see them. */
    async queue(db: SystemDb, { operator_id, username }: OperatorActor, { view }: In<'queue'>) {
      const now = clock.now()
      const of = view === 'open' ? undefined : view === 'mine' ? operator_id : null
      // Sent together, which takes one round trip.
      const [counts, waiting, asked, replied_count] = await Promise.all([
        queries.countQueue(db, operator_id),
        queries.listQueue(db, 'waiting', of, QUEUE_ROWS),
        queries.listQueue(db, 'asked', of, QUEUE_ROWS),
        queries.countReplied(db, username, daysBetween({ start_time: shanghaiDay.format(now) }).from!),
      ])
      return { time: unix(now), counts, waiting, asked, replied: replied_count }
    },

    /** Returns how many tickets of an account are closed, and how they were rated. */
    closed: (account: AccountDb) => queries.countClosed(account),

    /** Notes for other operators that this one writes an answer. @throws ticketNotFound */
    async writing(db: SystemDb, { operator_id }: OperatorActor, { ticket_number }: In<'writing'>): Promise<void> {
      await queries.noteWriting(await accountOf(db, ticket_number), operator_id, ticket_number, clock.now())
    },

    /** Returns the open tickets of some accounts, the longest wait first, at most so many of each. */
    open: (db: SystemDb, account_ids: readonly number[], each: number) => queries.listOpen(db, account_ids, each),

    /** @throws ticketNotFound */
    state: (db: SystemDb, operator: OperatorActor, { ticket_number }: In<'state'>) => stateOf(db, operator, ticket_number),

    /** Returns the account of a ticket, and what the ticket says. @throws ticketNotFound */
    async customerOf(db: SystemDb, ticket_number: string): Promise<{ account: AccountDb; ticket: queries.DeskTicketRow }> {
      const ticket = await queries.findAnyTicket(db, ticket_number)
      if (!ticket) throw new Refusal('ticketNotFound')
      return { account: asAccount(db, ticket.account_id), ticket }
    },

    /**
     * Answers a customer, who is notified at once.
     * @throws ticketNotFound, ticketWasDeleted, ticketMerged, ticketClosed, ticketMoved if there are more replies than `seen`,
     *   ticketFileNotFound, ticketFileUsed
     */
    async reply(db: SystemDb, operator: OperatorActor, { ticket_number, content, file_ids, seen }: In<'reply'>): Promise<void> {
      const { account, ticket } = await heldShown(db, ticket_number)
      refuseClosed(ticket)
      if (seen !== undefined && (await stateOf(db, operator, ticket_number)).replies > seen) throw new Refusal('ticketMoved')
      const { operator_id, username } = operator
      // No resolver of the door checks the ids that operators name.
      if ((await findSent(account, { operator_id }, file_ids)).length < new Set(file_ids).size) throw new Refusal('ticketFileNotFound')
      const reply_id = await writeReply(account, { operator_id }, ticket, { side: 'support', reply_name: username, content, file_ids })
      const answered = { ticket_status: 2, waiting_since: null, due_time: null, last_answer_id: reply_id } as const
      await queries.writeTicket(account, ticket_number, answered)
      await queries.forgetWriting(account, operator_id)
      await auditBy(account, operator, replied(ticket, file_ids.length))
      await tellAnswered(account, ticket)
    },

    /** @throws ticketNotFound, ticketWasDeleted, ticketIsClosed */
    async close(db: SystemDb, operator: OperatorActor, { ticket_number }: In<'close'>): Promise<void> {
      const { account, ticket } = await heldShown(db, ticket_number)
      if (ticket.ticket_status === 3) throw new Refusal('ticketIsClosed')
      await queries.writeTicket(account, ticket_number, closing(ticket, clock))
      await auditBy(account, operator, closed(ticket))
      await tellChanged(account, ticket)
      await tell(account, ticket.login_id, closedMessage(ticket))
    },

    /**
     * Gives a ticket to an operator, or to nobody.
     * @param to the operator; undefined if there is none of that name who may handle tickets
     * @throws ticketNotFound, ticketWasDeleted, ticketAssigneeUnknown, ticketAssigned or ticketReleased if somebody else gave it away meanwhile
     */
    async assign(
      db: SystemDb,
      operator: OperatorActor,
      { ticket_number, seen_assignee }: In<'assign'>,
      to: Assignee | null | undefined,
    ): Promise<void> {
      const { account, ticket } = await heldShown(db, ticket_number)
      if (to === undefined) throw new Refusal('ticketAssigneeUnknown')
      const { assignee } = await stateOf(db, operator, ticket_number)
      if (assignee !== seen_assignee) {
        const by = ticket.assigned_by ?? ''
        throw assignee === null ? new Refusal('ticketReleased', { by }) : new Refusal('ticketAssigned', { by, assignee })
      }
      await queries.writeTicket(account, ticket_number, { assignee_id: to?.operator_id ?? null, assigned_by: operator.username })
      await auditOperator(db, operator, OPERATOR_CHAIN, assigned(ticket, assignee, to?.username ?? null))
    },

    /** Changes how urgent a ticket is, and with it when its answer is due. @throws ticketNotFound, ticketWasDeleted, ticketPrioritised */
    async prioritise(db: SystemDb, operator: OperatorActor, { ticket_number, priority, seen_priority }: In<'prioritise'>): Promise<void> {
      const { account, ticket } = await heldShown(db, ticket_number)
      if (ticket.priority !== seen_priority)
        throw new Refusal('ticketPrioritised', {
          by: ticket.priority_by ?? '',
          priority: ticketPriorityNames[ticket.priority]['zh-CN'],
        })
      const due_time = ticket.waiting_since === null ? null : await dueOf(account, { ...ticket, priority }, ticket.waiting_since)
      await queries.writeTicket(account, ticket_number, { priority, priority_by: operator.username, due_time })
      await auditOperator(db, operator, OPERATOR_CHAIN, prioritised(ticket, ticket.priority, priority))
    },

    /** Writes a note that operators alone see. @throws ticketNotFound */
    async note(db: SystemDb, operator: OperatorActor, { ticket_number, content }: In<'note'>): Promise<void> {
      const { account, ticket } = await held(db, ticket_number)
      await queries.insertNote(account, { ticket_number, content, operator_name: operator.username })
      await auditOperator(db, operator, OPERATOR_CHAIN, noted(ticket))
    },

    /**
     * Closes a ticket in favour of another one of its account, and tells the customer by one message.
     * @throws ticketNotFound, ticketWasDeleted, ticketMerged, ticketMergeSelf, ticketMergeTarget, ticketMergeClosed, ticketMergeUnseen
     */
    async merge(db: SystemDb, operator: OperatorActor, { ticket_number, into }: In<'merge'>): Promise<void> {
      if (ticket_number === into) throw new Refusal('ticketMergeSelf')
      const account = await accountOf(db, ticket_number)
      // Two merges at once lock in the same order, so that neither waits for the other.
      const [first, second] = [ticket_number, into].toSorted()
      const locked = [await queries.lockTicket(account, first!), await queries.lockTicket(account, second!)]
      const [ticket, target] = [ticket_number, into].map((number) => locked.find((one) => one?.ticket_number === number))
      if (!ticket) throw new Refusal('ticketNotFound')
      if (!target) throw new Refusal('ticketMergeTarget')
      refuseDeleted(ticket)
      refuseMerged(ticket)
      if (target.ticket_status === 3 || target.delete_time !== null) throw new Refusal('ticketMergeClosed')
      const { login_id, create_name: name } = ticket
      if (login_id !== null && login_id !== target.login_id && (await queries.isConfined(account, login_id)))
        throw new Refusal('ticketMergeUnseen', { name })
      await queries.writeTicket(account, ticket_number, closing(ticket, clock))
      await queries.makePart(account, ticket_number, into)
      await queries.writeTicket(account, into, await together(account, ticket, target))
      await auditBy(account, operator, merged(ticket, target))
      for (const one of [ticket, target]) await tellChanged(account, one)
      await tell(account, login_id, mergedMessage(ticket, target))
    },

    /** Shows a ticket to its account again that a customer deleted. @throws ticketNotFound, ticketNotDeleted */
    async restore(db: SystemDb, operator: OperatorActor, { ticket_number }: In<'restore'>): Promise<void> {
      const { account, ticket } = await held(db, ticket_number)
      if (ticket.delete_time === null) throw new Refusal('ticketNotDeleted')
      await queries.restoreTicket(account, ticket_number, await dueOf(account, ticket, unix(clock.now())))
      await auditBy(account, operator, restored(ticket))
      await tellChanged(account, ticket)
      await tell(account, ticket.login_id, restoredMessage(ticket))
    },

    /** Notes an operator's picture for a ticket of this customer. @throws ticketNotFound */
    async notePicture(db: SystemDb, operator: OperatorActor, ticket_number: string, file_id: string) {
      return files.note(await accountOf(db, ticket_number), operator, file_id)
    },
  }
}

/** Returns what a ticket becomes when another one is merged into it: the longer wait counts, and so does any answer. */
async function together(account: AccountDb, ticket: Ticket, target: Ticket) {
  const answers = [ticket.last_answer_id, target.last_answer_id].filter((id) => id !== null)
  const waits = [ticket.waiting_since, target.waiting_since].filter((since) => since !== null)
  const last_answer_id = answers.length > 0 ? Math.max(...answers) : null
  const ticket_status = ticket.ticket_status === 2 || target.ticket_status === 2 ? 2 : 1
  if (waits.length === 0) return { ticket_status, last_answer_id } as const
  const since = Math.min(...waits)
  const due_time = await dueOf(account, { priority: target.priority, last_answer_id, ticket_status }, since)
  return { ticket_status, last_answer_id, waiting_since: new Date(since * 1000), due_time } as const
}

/** Sends a message to who opened a ticket, or to every login if that one is gone; returns who reads it and their e-mail address. */
async function tell(account: AccountDb, opener: number | null, message: NewMessage) {
  const reader = await queries.findReader(account, opener)
  await sendMessage(account, { ...message, ...(reader.login_id !== null && { login_id: reader.login_id }) })
  return reader
}

/** @throws ticketNotFound */
async function accountOf(db: SystemDb, ticket_number: string): Promise<AccountDb> {
  const owner = await queries.findAccountOfTicket(db, ticket_number)
  if (!owner) throw new Refusal('ticketNotFound')
  return asAccount(db, owner.account_id)
}

/** @throws ticketNotFound */
async function held(db: SystemDb, ticket_number: string): Promise<{ account: AccountDb; ticket: Ticket }> {
  const account = await accountOf(db, ticket_number)
  return { account, ticket: await holdTicket(account, ticket_number) }
}

/** Locks a ticket for a change that its customer would see or wait for. @throws ticketNotFound, ticketWasDeleted */
async function heldShown(db: SystemDb, ticket_number: string) {
  const { account, ticket } = await held(db, ticket_number)
  refuseDeleted(ticket)
  return { account, ticket }
}

function refuseDeleted({ delete_time }: Pick<Ticket, 'delete_time'>): void {
  if (delete_time !== null) throw new Refusal('ticketWasDeleted')
}
