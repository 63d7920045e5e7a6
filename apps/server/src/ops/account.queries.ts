import { type Kysely, sql } from 'kysely'
import { containing, type SystemDb } from '../db/client.ts'
import type { Database } from '../db/schema.ts'

/** Accounts with their owners, newest first. The search takes a part of the number, the owner's name, nickname or phone. */
export async function pageAccounts({ sql: db }: SystemDb, { page, limit, search }: { page: number; limit: number; search: string }) {
  let found = accounts(db)
  // A union rather than an `or` over two tables, so that each half keeps its index.
  if (search)
    found = found.where(
      'a.account_id',
      'in',
      sql<number>`(select account_id from account where account_number like ${containing(search)}
        union select account_id from login where ram = 0
          and username || ' ' || nickname || ' ' || coalesce(phone, '') ilike ${containing(search)})`,
    )
  const { count } = await found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await found
    .select(COLUMNS)
    .orderBy('a.account_id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, count }
}

const accounts = (db: Kysely<Database>) =>
  db.selectFrom('account as a').innerJoin('login as l', (join) => join.onRef('l.account_id', '=', 'a.account_id').on('l.ram', '=', 0))

const COLUMNS = ['a.account_number', 'l.username', 'l.nickname', 'l.phone', 'l.email', 'a.status', 'a.create_time'] as const

export const findAccount = ({ sql: db }: SystemDb, account_number: string) =>
  accounts(db)
    .select(['a.account_id', 'l.login_id', ...COLUMNS])
    .where('a.account_number', '=', account_number)
    .executeTakeFirst()

/** Holds the account still. `for no key update`, since rows that merely refer to the account hold a key share of it. */
export const lockAccount = ({ sql: db }: SystemDb, account_number: string) =>
  accounts(db)
    .select(['a.account_id', 'l.login_id', ...COLUMNS])
    .where('a.account_number', '=', account_number)
    .forNoKeyUpdate('a')
    .executeTakeFirst()

export async function writeAccountStatus({ sql: db }: SystemDb, account_id: number, status: 0 | 1): Promise<void> {
  await db.updateTable('account').set({ status }).where('account_id', '=', account_id).execute()
}

/** What of the account's limits is used, besides the memberships. */
export async function countUse({ sql: db }: SystemDb, account_id: number): Promise<{ software: number; sub_accounts: number }> {
  const { rows } = await sql<{ software: number; sub_accounts: number }>`select
    (select count(*) from member where account_id = ${account_id} and router_type = 2) as software,
    (select count(*) from login where account_id = ${account_id} and ram = 1) as sub_accounts`.execute(db)
  return rows[0]!
}
