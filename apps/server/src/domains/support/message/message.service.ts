import type { contract, InputOf, OutputOf } from '@weft/contract'
import { publish } from '../../../adapters/bus/publish.ts'
import { sanitise } from '../../../adapters/rich-text/rich-text.ts'
import type { AccountDb, SystemDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import * as queries from './message.queries.ts'
import type { Addressee, NewMessage, Reader } from './message.queries.ts'

type Contract = typeof contract.messages
export type { NewMessage } from './message.queries.ts'

/**
 * Puts a message into the account's message centre, for every login, for the given one, or for those that may see a network. A message
 * about a ticket takes the place of an earlier one that was not read.
 */
export async function sendMessage(db: AccountDb, given: NewMessage & Addressee): Promise<void> {
  const message = { ...given, content: sanitise(given.content) }
  const { login_id, network_number, ticket_number } = message
  // One for every login may be read by some and not by others, so it is sent again.
  if (ticket_number !== undefined && login_id === undefined) await queries.deleteAboutTicket(db, ticket_number, 'everyone')
  const rewritten = ticket_number !== undefined && login_id !== undefined && (await queries.rewriteUnread(db, { ...message, login_id }))
  if (!rewritten) await queries.insertMessage(db, message)
  await publish(db, {
    type: 'message',
    account_id: db.account_id,
    ...(login_id !== undefined && { login_id }),
    ...(network_number !== undefined && { network_number }),
  })
}

/** Puts a message into the owner's message centre alone. */
export const messageOwner = async (db: AccountDb, message: NewMessage): Promise<void> =>
  sendMessage(db, { ...message, login_id: await queries.findOwner(db) })

/**
 * Puts a message of an operator into the message centre of one account, or of every one; returns of how many. One event notifies all.
 * @param to the operator's message, of which the customers' ones are copies, and the account; null for all
 */
export async function sendCopies(
  db: SystemDb,
  { content, ...message }: NewMessage,
  to: { sent_id: number; account_id: number | null },
): Promise<number> {
  const sent = await queries.insertCopies(db, { ...message, content: sanitise(content) }, to)
  await publish(db, { type: 'message', account_id: to.account_id ?? 'all' })
  return sent
}

export { countReaders } from './message.queries.ts'

/** Returns how many messages a login has neither read nor deleted. */
export const unreadMessages = (db: AccountDb, reader: Reader): Promise<number> => queries.countUnread(db, reader)

/** Returns which of the ids are messages that this login can see; a resolver of the door. */
export const resolveMessages = async (db: AccountDb, message_ids: string[], actor: Actor): Promise<ReadonlySet<string>> => {
  const found = new Set(await queries.findVisible(db, actor, message_ids))
  // `007` and `7` name the same row: only the name that the server gave counts.
  return new Set(message_ids.filter((message_id) => found.has(message_id)))
}

/** Returns the types of the caller's messages. */
export const messageTypes = (db: AccountDb, actor: Actor): Promise<string[]> => queries.typesOf(db, actor)

export const listMessages = (db: AccountDb, actor: Actor, query: InputOf<Contract['list']>): Promise<OutputOf<Contract['list']>> =>
  queries.pageMessages(db, actor, query)

/** Returns a message, and marks it as read except for an operator with a login link. @throws messageNotFound */
export async function openMessage(
  db: AccountDb,
  actor: Actor,
  { message_id }: InputOf<Contract['info']>,
): Promise<OutputOf<Contract['info']>> {
  const message = await queries.findMessage(db, actor, message_id)
  if (!message) throw new Refusal('messageNotFound')
  if (actor.session_kind === 'link') return message
  if (message.status === 0) await markRead(db, actor, { message_id: [message_id] })
  return { ...message, status: 1 }
}

type Choice = Pick<InputOf<Contract['update']>, 'message_id' | 'type'>
const chosen = ({ message_id, type }: Choice) => (type === 'all' ? undefined : message_id)

/** Marks messages as read; returns how many were unread. */
export async function markRead(db: AccountDb, actor: Actor, choice: Choice): Promise<{ changed: number }> {
  const changed = await queries.insertRead(db, actor, chosen(choice))
  // Every other tab of this login counts again.
  if (changed > 0) await publish(db, { type: 'message', account_id: db.account_id, login_id: actor.login_id })
  return { changed }
}

/** Marks the messages about tickets as read, for this login alone. */
export async function ticketsRead(db: AccountDb, actor: Actor, numbers: readonly string[]): Promise<void> {
  const changed = await queries.insertTicketRead(db, actor, numbers)
  if (changed > 0) await publish(db, { type: 'message', account_id: db.account_id, login_id: actor.login_id })
}

/** Deletes the messages about a ticket, for every login. */
export async function forgetTicket(db: AccountDb, ticket_number: string): Promise<void> {
  const deleted = await queries.deleteAboutTicket(db, ticket_number, 'all')
  if (deleted > 0) await publish(db, { type: 'message', account_id: db.account_id })
}

/** Deletes messages for this login alone; other logins of the account keep theirs. Returns how many were deleted. */
export async function deleteMessages(db: AccountDb, actor: Actor, choice: Choice): Promise<{ changed: number }> {
  const changed = await queries.insertDeleted(db, actor, chosen(choice))
  if (changed > 0) await publish(db, { type: 'message', account_id: db.account_id, login_id: actor.login_id })
  return { changed }
}
