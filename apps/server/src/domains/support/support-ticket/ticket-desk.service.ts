import { type InputOf, type OutputOf, type opsContract, TICKET_OVERDUE_SECONDS } from '@weft/contract'
import { type AccountDb, asAccount, type SystemDb } from '../../../db/client.ts'
import type { OperatorActor } from '../../../kernel/actor.ts'
import { after, type Clock } from '../../../kernel/clock.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { auditBy } from '../../foundation/audit/audit.service.ts'
import type { DeliveryService } from '../../foundation/delivery/delivery.service.ts'
import { sendMessage } from '../message/message.service.ts'
import { closed, replied } from './support-ticket.audit.ts'
import {
  countWaiting,
  findAccountOfTicket,
  findAnyTicket,
  findReader,
  findState,
  pageAllTickets,
  writeTicket,
} from './support-ticket.queries.ts'
import { refuseClosed } from './support-ticket.rules.ts'
import { detailOf, holdTicket, tellChanged, type Ticket, writeReply } from './support-ticket.service.ts'
import { answeredMessage, closedMessage } from './support-ticket.text.ts'
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

/** Creates the service by which operators handle the tickets of all accounts. */
export function createTicketDeskService({ files, deliveries, clock, public_url }: TicketDeskDependencies) {
  /** Notifies the login that opened the ticket, by message and e-mail; if it is gone, every login by message and the owner by e-mail. */
  async function tellAnswered(account: AccountDb, { ticket_number, ticket_title, login_id }: Ticket): Promise<void> {
    const reader = await findReader(account, login_id)
    await sendMessage(account, { ...answeredMessage(ticket_number), ...(reader.login_id !== null && { login_id: reader.login_id }) })
    if (reader.email === null || !deliveries.can('email')) return
    await deliveries.queue(account, {
      to: { channel: 'email', email: reader.email },
      letter: {
        template: 'ticket_answered',
        ticket_number,
        ticket_title,
        url: `${public_url}/ticket/detail?ticket_number=${ticket_number}`,
      },
      language: 'zh-CN',
      account_id: account.account_id,
    })
  }

  return {
    /** Returns a page of the tickets of all accounts, or of the given one. */
    list: (db: SystemDb, { page, limit, search, status, waiting }: In<'list'>, account_id: number | undefined) =>
      pageAllTickets(db, { page, limit, search, status, waiting: waiting === 1, account_id }),

    /** @throws ticketNotFound */
    async info(db: SystemDb, ticket_number: string): Promise<OutputOf<Call['info']> & { account_id: number }> {
      const ticket = await findAnyTicket(db, ticket_number)
      if (!ticket) throw new Refusal('ticketNotFound')
      return detailOf(asAccount(db, ticket.account_id), ticket, files, (reply_name) => reply_name)
    },

    waiting: (db: SystemDb) => countWaiting(db, after(clock.now(), -TICKET_OVERDUE_SECONDS)),

    /** @throws ticketNotFound */
    state: (db: SystemDb, { ticket_number }: In<'state'>) => stateOf(db, ticket_number),

    /** Returns the account of a ticket. @throws ticketNotFound */
    customerOf: (db: SystemDb, ticket_number: string): Promise<AccountDb> => accountOf(db, ticket_number),

    /**
     * Answers a customer, who is notified at once.
     * @throws ticketNotFound, ticketClosed, ticketMoved if there are more replies than `seen`, ticketFileNotFound, ticketFileUsed
     */
    async reply(db: SystemDb, operator: OperatorActor, { ticket_number, content, file_ids, seen }: In<'reply'>): Promise<void> {
      const { account, ticket } = await held(db, ticket_number)
      refuseClosed(ticket)
      if (seen !== undefined && (await stateOf(db, ticket_number)).replies > seen) throw new Refusal('ticketMoved')
      const { operator_id, username } = operator
      // No resolver of the door checks the ids that operators name.
      if ((await findSent(account, { operator_id }, file_ids)).length < new Set(file_ids).size) throw new Refusal('ticketFileNotFound')
      await writeReply(account, { operator_id }, ticket, { side: 'support', reply_name: username, content, file_ids })
      await writeTicket(account, ticket_number, { ticket_status: 2, waiting_since: null })
      await auditBy(account, operator, replied(ticket, file_ids.length))
      await tellAnswered(account, ticket)
    },

    /** @throws ticketNotFound, ticketIsClosed */
    async close(db: SystemDb, operator: OperatorActor, { ticket_number }: In<'close'>): Promise<void> {
      const { account, ticket } = await held(db, ticket_number)
      if (ticket.ticket_status === 3) throw new Refusal('ticketIsClosed')
      await writeTicket(account, ticket_number, { ticket_status: 3, waiting_since: null })
      await auditBy(account, operator, closed(ticket))
      await tellChanged(account, ticket)
      const { login_id } = await findReader(account, ticket.login_id)
      await sendMessage(account, { ...closedMessage(ticket_number), ...(login_id !== null && { login_id }) })
    },

    /** Notes an operator's picture for a ticket of this customer. @throws ticketNotFound */
    async note(db: SystemDb, operator: OperatorActor, ticket_number: string, file_id: string) {
      return files.note(await accountOf(db, ticket_number), operator, file_id)
    },
  }
}

/** @throws ticketNotFound */
async function accountOf(db: SystemDb, ticket_number: string): Promise<AccountDb> {
  const owner = await findAccountOfTicket(db, ticket_number)
  if (!owner) throw new Refusal('ticketNotFound')
  return asAccount(db, owner.account_id)
}

/** @throws ticketNotFound */
async function stateOf(db: SystemDb, ticket_number: string) {
  const state = await findState(db, ticket_number)
  if (!state) throw new Refusal('ticketNotFound')
  return state
}

/** @throws ticketNotFound */
async function held(db: SystemDb, ticket_number: string): Promise<{ account: AccountDb; ticket: Ticket }> {
  const account = await accountOf(db, ticket_number)
  return { account, ticket: await holdTicket(account, ticket_number) }
}
