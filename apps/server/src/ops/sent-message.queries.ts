import { type Kysely, sql } from 'kysely'
import type { SystemDb } from '../db/client.ts'
import type { Database, NewRow } from '../db/schema.ts'
import { nicknameOfAccount } from './account.queries.ts'

/** Inserts a message as it is sent, and returns its id. */
export async function insertSent({ sql: db }: SystemDb, message: NewRow<'sent_message'>): Promise<number> {
  return (await db.insertInto('sent_message').values(message).returning('id').executeTakeFirstOrThrow()).id
}
/** Writes to how many accounts a message went. */
export const writeSent = ({ sql: db }: SystemDb, id: number, sent: number) =>
  db.updateTable('sent_message').set({ sent }).where('id', '=', id).execute()

const sent = (db: Kysely<Database>) => db.selectFrom('sent_message as m').leftJoin('account as a', 'a.account_id', 'm.account_id')
const COLUMNS = [
  sql<string>`m.id::text`.as('id'),
  'a.account_number',
  nicknameOfAccount.as('nickname'),
  'm.title',
  'm.type',
  'm.sent',
  'm.operator_name',
  'm.create_time',
] as const

/** Returns sent messages, newest first. */
export async function pageSent({ sql: db }: SystemDb, { page, limit }: { page: number; limit: number }) {
  const { count } = await db
    .selectFrom('sent_message')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await sent(db)
    .select(COLUMNS)
    .orderBy('m.create_time', 'desc')
    .orderBy('m.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, count }
}

export const findSent = ({ sql: db }: SystemDb, id: string) =>
  sent(db)
    .where('m.id', '=', Number(id))
    .select([...COLUMNS, 'm.account_id', 'm.content'])
    .executeTakeFirst()
