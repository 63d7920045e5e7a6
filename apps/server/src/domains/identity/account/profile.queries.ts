import { sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'
import type { RowChange } from '../../../db/schema.ts'

const COLUMNS = ['username', 'nickname', 'birthday', 'industry', 'occupation', 'update_time'] as const

const login = ({ account_id, sql: db }: AccountDb, login_id: number) =>
  db.selectFrom('login').where('account_id', '=', account_id).where('login_id', '=', login_id).select(COLUMNS)

export const findProfile = (db: AccountDb, login_id: number) => login(db, login_id).executeTakeFirstOrThrow()

/** Held against every change until the transaction ends. */
export const lockProfile = (db: AccountDb, login_id: number) => login(db, login_id).forNoKeyUpdate().executeTakeFirstOrThrow()

/** Its time of change grows by a whole second at least: it is what a later edit is held to, and travels in whole seconds. */
export async function writeProfile({ account_id, sql: db }: AccountDb, login_id: number, change: RowChange<'login'>): Promise<void> {
  await db
    .updateTable('login')
    .set({
      ...change,
      update_time: sql<Date>`greatest(date_trunc('second', update_time) + interval '1 second', date_trunc('second', now()))`,
    })
    .where('account_id', '=', account_id)
    .where('login_id', '=', login_id)
    .execute()
}
