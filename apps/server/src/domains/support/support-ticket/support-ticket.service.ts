import type { contract, InputOf, OutputOf } from '@weft/contract'
import { tell } from '../../../adapters/bus/tell.ts'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { audit } from '../../foundation/audit/audit.service.ts'
import { appraised, deleted, opened, replied } from './support-ticket.audit.ts'
import * as queries from './support-ticket.queries.ts'
import { dialogueOf, refuseClosed } from './support-ticket.rules.ts'
import { STAFF } from './support-ticket.text.ts'
import { listFiles, type Sender, showFiles } from './ticket-file.queries.ts'
import type { TicketFileService } from './ticket-file.service.ts'

type Call = typeof contract.supportTickets
type In<K extends keyof Call> = InputOf<Call[K]>
type Out<K extends keyof Call> = OutputOf<Call[K]>

/** Confines a caller who sees only designated networks to its own tickets: those of others may name networks that it does not see. */
const onlyOf = ({ designated, login_id }: Actor): queries.OnlyOf => (designated === undefined ? undefined : login_id)

/** Returns which of the numbers are tickets that the caller may see; a resolver of the door. */
export const resolveTickets = async (db: AccountDb, numbers: string[], actor: Actor): Promise<ReadonlySet<string>> =>
  new Set(await queries.findVisible(db, onlyOf(actor), numbers))

/** Returns a page of the tickets that the caller may see, newest first. */
const list = (db: AccountDb, actor: Actor, input: In<'list'>): Promise<Out<'list'>> => queries.pageTickets(db, onlyOf(actor), input)

export type Ticket = NonNullable<Awaited<ReturnType<typeof queries.lockTicket>>>
/** Locks a ticket until the transaction ends. @throws ticketNotFound if it was deleted meanwhile */
export async function holdTicket(db: AccountDb, ticket_number: string): Promise<Ticket> {
  const ticket = await queries.lockTicket(db, ticket_number)
  if (!ticket) throw new Refusal('ticketNotFound')
  return ticket
}

/** Shows pictures in a ticket. @throws ticketFileUsed if one is shown already, or was deleted */
async function show(db: AccountDb, sender: Sender, file_ids: readonly string[], place: { ticket_number: string; reply_id: number | null }) {
  if (file_ids.length === 0) return
  const ids = [...new Set(file_ids)]
  if ((await showFiles(db, sender, ids, place)) < ids.length) throw new Refusal('ticketFileUsed')
}

interface Reply {
  side: 'customer' | 'support'
  reply_name: string
  content: string
  file_ids: readonly string[]
}
/** Writes a reply with its pictures to a locked ticket, and notifies every open page. @throws ticketFileUsed */
export async function writeReply(
  db: AccountDb,
  sender: Sender,
  { ticket_number, login_id }: Ticket,
  { content, file_ids, ...reply }: Reply,
): Promise<void> {
  const reply_id = await queries.insertReply(db, { ...reply, ticket_number, dialogue_content: content })
  await show(db, sender, file_ids, { ticket_number, reply_id })
  await tellChanged(db, { ticket_number, login_id })
}

/** Notifies the open pages of logins that may see the ticket. */
export const tellChanged = (db: AccountDb, { ticket_number, login_id }: Pick<Ticket, 'ticket_number' | 'login_id'>): Promise<void> =>
  tell(db, { type: 'ticket', account_id: db.account_id, ticket_number, login_id })

/** Returns a ticket with its dialogue and grade. @param staff returns the name that is shown for an operator */
export async function detailOf<R extends queries.TicketRow>(
  db: AccountDb,
  { grade, appraisal, ...ticket }: R,
  files: Pick<TicketFileService, 'shown'>,
  staff: (reply_name: string) => string,
) {
  const [replies, pictures] = [await queries.listReplies(db, ticket.ticket_number), await listFiles(db, ticket.ticket_number)]
  return {
    ...ticket,
    ...dialogueOf(replies, pictures, files.shown, staff),
    appraise: grade === null || appraisal === null ? null : { grade, content: appraisal },
  }
}

export const createSupportTicketService = ({ files }: { files: TicketFileService }) => ({
  list,

  /** @throws ticketNotFound if it was deleted meanwhile */
  async info(db: AccountDb, { ticket_number }: In<'info'>): Promise<Out<'info'>> {
    const ticket = await queries.findTicket(db, ticket_number)
    if (!ticket) throw new Refusal('ticketNotFound')
    return detailOf(db, ticket, files, () => STAFF)
  },

  /** @throws ticketFileUsed */
  async create(db: AccountDb, actor: Actor, { title, content, type, file_ids }: In<'create'>): Promise<Out<'create'>> {
    const { login_id } = actor
    const ticket = { ticket_title: title, ticket_content: content, ticket_type: type }
    const create_name = await queries.nicknameOf(db, login_id)
    for (;;) {
      const ticket_number = await queries.insertTicket(db, { login_id, create_name, ...ticket })
      // Another ticket has this very number, so a new number is drawn.
      if (ticket_number === undefined) continue
      await show(db, { login_id }, file_ids, { ticket_number, reply_id: null })
      await audit(db, actor, opened({ ticket_number, ...ticket }, file_ids.length))
      await tellChanged(db, { ticket_number, login_id })
      return { ticket_number }
    }
  },

  /** @throws ticketNotFound, ticketClosed, ticketFileUsed */
  async reply(db: AccountDb, actor: Actor, { ticket_number, content, file_ids }: In<'reply'>): Promise<void> {
    const ticket = await holdTicket(db, ticket_number)
    refuseClosed(ticket)
    const reply_name = await queries.nicknameOf(db, actor.login_id)
    await writeReply(db, { login_id: actor.login_id }, ticket, { side: 'customer', reply_name, content, file_ids })
    await queries.markWaiting(db, ticket_number)
    await audit(db, actor, replied(ticket, file_ids.length))
  },

  /** Closes a ticket with a grade; a closed one may still be graded, once. @throws ticketNotFound, ticketAppraised */
  async appraise(db: AccountDb, actor: Actor, { ticket_number, grade, content }: In<'appraise'>): Promise<void> {
    const ticket = await holdTicket(db, ticket_number)
    if (ticket.grade !== null) throw new Refusal('ticketAppraised')
    await queries.writeTicket(db, ticket_number, { ticket_status: 3, waiting_since: null, grade, appraisal: content })
    await audit(db, actor, appraised(ticket, grade))
    await tellChanged(db, ticket)
  },

  /** Deletes a ticket with its replies and pictures. @throws ticketNotFound */
  async remove(db: AccountDb, actor: Actor, { ticket_number }: In<'delete'>): Promise<void> {
    const ticket = await holdTicket(db, ticket_number)
    await queries.deleteTicket(db, ticket_number)
    await audit(db, actor, deleted(ticket))
    await tellChanged(db, ticket)
  },
})
export type SupportTicketService = ReturnType<typeof createSupportTicketService>
