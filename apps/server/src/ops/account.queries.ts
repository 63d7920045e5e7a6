import { DESK_FOUND, type PageOf } from '@weft/contract'
import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { SystemDb } from '../db/client.ts'
import type { Database } from '../db/schema.ts'
import { all } from '../db/search.ts'

type Row = Pick<Selectable<Database['account']>, 'account_number' | 'status' | 'create_time'> &
  Pick<Selectable<Database['login']>, 'username' | 'nickname' | 'phone' | 'email'>

export interface AccountFilter {
  /** A part of the number, the owner's name, nickname or phone; an empty text is a part of all. */
  search: string
  status?: 0 | 1 | undefined
  /** Whether the owner has a phone or an e-mail address. */
  verified?: 0 | 1 | undefined
  /** They have a service that ends after the first and not after the second of these moments. */
  ending?: { from: Date; until: Date } | undefined
  /** They were registered at the first of these moments or later, and before the second. */
  from?: Date | undefined
  until?: Date | undefined
}

/** Returns the accounts `a` that a filter finds, and its condition on them. */
function found({ search, status, verified, ending, from, until }: AccountFilter): {
  accounts: RawBuilder<unknown>
  condition: RawBuilder<unknown>
} {
  const unverified = sql`exists (select from login l where l.account_id = a.account_id and l.ram = 0 and l.phone is null and l.email is null)`
  const condition = all(
    sql`true`,
    status !== undefined && sql`a.status = ${status}`,
    verified !== undefined && (verified === 0 ? unverified : sql`not ${unverified}`),
    ending !== undefined &&
      sql`a.account_id in (select s.account_id from service s
        where s.revoke_time is null and s.expired_time > ${ending.from} and s.expired_time <= ${ending.until})`,
    from !== undefined && sql`a.create_time >= ${from}`,
    until !== undefined && sql`a.create_time < ${until}`,
  )
  const accounts = search === '' ? sql`account a` : sql`weft_find_customers(${search}) f(account_id) join account a using (account_id)`
  return { accounts, condition }
}

/**
 * Returns accounts with their owners, newest first. The count of a search ends at `DESK_FOUND` plus one; without a search all accounts are
 * counted, without reading them.
 */
export async function pageAccounts(
  { sql: db }: SystemDb,
  { page, limit, ...filter }: { page: number; limit: number } & AccountFilter,
): Promise<PageOf<Row>> {
  const { accounts, condition } = found(filter)
  const found_ = filter.search
    ? sql`materialized (select a.account_id from ${accounts} where ${condition}
        order by a.account_id desc limit ${sql.lit(DESK_FOUND + 1)})`
    : sql`not materialized (select a.account_id from ${accounts} where ${condition})`
  const { rows } = await sql<Row & { count: number }>`
    with found as ${found_},
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

/** Returns the accounts of a filter that follow one, newest first, for a file; undefined begins with the newest. */
export async function accountsAfter(
  { sql: db }: SystemDb,
  filter: AccountFilter,
  last: number | undefined,
  limit: number,
): Promise<(Row & { account_id: number })[]> {
  const { accounts, condition } = found(filter)
  const { rows } = await sql<Row & { account_id: number }>`
    with page as materialized (select a.account_id from ${accounts}
      where ${all(condition, last !== undefined && sql`a.account_id < ${last}`)} order by a.account_id desc limit ${limit})
    select page.account_id, a.account_number, l.username, l.nickname, l.phone, l.email, a.status, a.create_time
    from page join account a using (account_id) join login l on l.account_id = page.account_id and l.ram = 0
    order by page.account_id desc`.execute(db)
  return rows
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
