import { sql } from 'kysely'
import { type AccountDb, moment, type SystemDb } from '../../../db/client.ts'
import type { NewRow } from '../../../db/schema.ts'

/** The sender of a picture: a login of the account, or an operator. */
export type Sender = { login_id: number } | { operator_id: number }

export async function insertFile(db: AccountDb, file: Omit<NewRow<'support_ticket_file'>, 'account_id'>): Promise<void> {
  await db.sql
    .insertInto('support_ticket_file')
    .values({ account_id: db.account_id, ...file })
    .execute()
}

/** Returns the bytes of all pictures that customers of the account sent in and that are still stored. */
export async function sumSent({ account_id, sql: db }: AccountDb): Promise<number> {
  const { bytes } = await db
    .selectFrom('support_ticket_file as t')
    .innerJoin('stored_file as f', 'f.file_id', 't.file_id')
    .where('t.account_id', '=', account_id)
    .where('t.operator_id', 'is', null)
    .select(sql<number>`coalesce(sum(f.size), 0)::bigint`.as('bytes'))
    .executeTakeFirstOrThrow()
  return bytes
}

/** Returns which of the pictures the sender sent in, whether they are shown already or not. */
export async function findSent({ account_id, sql: db }: AccountDb, sender: Sender, file_ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('support_ticket_file')
    .select('file_id')
    .where('account_id', '=', account_id)
    .where('file_id', '=', sql<string>`any(${[...file_ids]}::uuid[])`)
    .where(({ eb }) => ('login_id' in sender ? eb('login_id', '=', sender.login_id) : eb('operator_id', '=', sender.operator_id)))
    .execute()
  return rows.map(({ file_id }) => file_id)
}

/** Shows pictures that their sender has shown nowhere yet, in the order of their ids; returns how many. */
export async function showFiles(
  { account_id, sql: db }: AccountDb,
  sender: Sender,
  file_ids: readonly string[],
  place: { ticket_number: string; reply_id: number | null },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('support_ticket_file')
    .set({ ...place, position: sql<number>`array_position(${[...file_ids]}::uuid[], file_id)` })
    .where('account_id', '=', account_id)
    .where('ticket_number', 'is', null)
    .where('file_id', '=', sql<string>`any(${[...file_ids]}::uuid[])`)
    .where(({ eb }) => ('login_id' in sender ? eb('login_id', '=', sender.login_id) : eb('operator_id', '=', sender.operator_id)))
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Returns the pictures of tickets in their order; those of a ticket itself have no reply. */
export const listFiles = ({ account_id, sql: db }: AccountDb, numbers: readonly string[]) =>
  db
    .selectFrom('support_ticket_file')
    .select(['file_id', 'ticket_number', 'reply_id'])
    .where('account_id', '=', account_id)
    .where('ticket_number', '=', sql<string>`any(${[...numbers]}::text[])`)
    .orderBy('reply_id')
    .orderBy('position')
    .execute()

/** Deletes pictures that were sent in before a time and shown nowhere. */
export async function deleteLeft({ sql: db }: SystemDb, before: Date): Promise<void> {
  await db.deleteFrom('support_ticket_file').where('ticket_number', 'is', null).where('create_time', '<', moment(before)).execute()
}
