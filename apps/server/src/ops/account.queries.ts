import { DESK_FOUND, type PageOf } from '@weft/contract'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { SystemDb } from '../db/client.ts'
import type { Database } from '../db/schema.ts'

type Row = Pick<Selectable<Database['account']>, 'account_number' | 'status' | 'create_time'> &
  Pick<Selectable<Database['login']>, 'username' | 'nickname' | 'phone' | 'email'>

/**
 * Returns accounts with their owners, newest first. The search matches a part of the number, the owner's name, nickname or phone, and its
 * count ends at `DESK_FOUND` plus one; without a search all accounts are counted, without reading them.
 */
export async function pageAccounts(
  { sql: db }: SystemDb,
  { page, limit, search }: { page: number; limit: number; search: string },
): Promise<PageOf<Row>> {
  const found = search
    ? sql`materialized (select account_id from weft_find_customers(${search}) account_id
        order by account_id desc limit ${sql.lit(DESK_FOUND + 1)})`
    : sql`not materialized (select account_id from account)`
  const { rows } = await sql<Row & { count: number }>`
    with found as ${found},
      page as materialized (select account_id from found order by account_id desc limit ${limit} offset ${(page - 1) * limit})
    select total.count, a.account_number, l.username, l.nickname, l.phone, l.email, a.status, a.create_time
    from (select count(*) from found) total
      left join (page join account a using (account_id) join login l on l.account_id = page.account_id and l.ram = 0) on true
    order by page.account_id desc`.execute(db)
  return {
    count: rows[0]?.count ?? 0,
    // A page past the end is one row that holds only a count.
    rows: rows.flatMap(({ count: _, ...row }) => (row.account_number === null ? [] : [row])),
  }
}

/** The SQL of what account `a` is called; null without one. */
export const nicknameOfAccount = sql<string | null>`(select l.nickname from login l where l.account_id = a.account_id and l.ram = 0)`

const accounts = (db: Kysely<Database>) =>
  db.selectFrom('account as a').innerJoin('login as l', (join) => join.onRef('l.account_id', '=', 'a.account_id').on('l.ram', '=', 0))

const COLUMNS = ['a.account_number', 'l.username', 'l.nickname', 'l.phone', 'l.email', 'a.status', 'a.create_time'] as const

export const findAccount = ({ sql: db }: SystemDb, account_number: string) =>
  accounts(db)
    .select(['a.account_id', 'l.login_id', ...COLUMNS])
    .where('a.account_number', '=', account_number)
    .executeTakeFirst()

/** Locks the account. `for no key update`, because rows that refer to the account hold a key share of it. */
export const lockAccount = ({ sql: db }: SystemDb, account_number: string) =>
  accounts(db)
    .select(['a.account_id', 'l.login_id', ...COLUMNS])
    .where('a.account_number', '=', account_number)
    .forNoKeyUpdate('a')
    .executeTakeFirst()

/** Counts how much of the account's limits is used, besides the memberships. */
export async function countUse({ sql: db }: SystemDb, account_id: number): Promise<{ software: number; sub_accounts: number }> {
  const { rows } = await sql<{ software: number; sub_accounts: number }>`select
    (select count(*) from member where account_id = ${account_id} and router_type = 2) as software,
    (select count(*) from login where account_id = ${account_id} and ram = 1) as sub_accounts`.execute(db)
  return rows[0]!
}
