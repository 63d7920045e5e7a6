import type { PageOf } from '@weft/contract'
import type { AccountDb } from '../../../db/client.ts'
import { containing } from '../../../db/search.ts'

export interface SubAccountRow {
  login_id: number
  username: string
  nickname: string
  role_id: number
  role_name: string
  create_time: number
  login_time: number | null
  status: 0 | 1
}

const subAccounts = ({ account_id, sql: db }: AccountDb) =>
  db
    .selectFrom('login as l')
    .innerJoin('role as r', (join) => join.onRef('r.account_id', '=', 'l.account_id').onRef('r.role_id', '=', 'l.role_id'))
    .where('l.account_id', '=', account_id)
    .where('l.ram', '=', 1)

const columns = [
  'l.login_id',
  'l.username',
  'l.nickname',
  'r.role_id',
  'r.name as role_name',
  'l.create_time',
  'l.login_time',
  'l.status',
] as const

/** Returns a page of sub-accounts, newest first; the search finds parts of names and nicknames. */
export async function pageSubAccounts(
  db: AccountDb,
  { page, limit, search }: { page: number; limit: number; search: string },
): Promise<PageOf<SubAccountRow>> {
  const like = containing(search)
  const found = subAccounts(db).$if(search !== '', (query) =>
    query.where((eb) => eb.or([eb('l.username', 'ilike', like), eb('l.nickname', 'ilike', like)])),
  )
  const rows = await found
    .select(columns)
    .orderBy('l.create_time', 'desc')
    .orderBy('l.login_id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { count } = await found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return { rows, count }
}

export const findSubAccount = (db: AccountDb, login_id: number): Promise<SubAccountRow | undefined> =>
  subAccounts(db).where('l.login_id', '=', login_id).select(columns).executeTakeFirst()

/** Locks a login until the transaction ends, so that an edit and a deletion follow each other. */
export async function lockLogin({ account_id, sql: db }: AccountDb, login_id: number): Promise<void> {
  await db
    .selectFrom('login')
    .select('login_id')
    .where('account_id', '=', account_id)
    .where('login_id', '=', login_id)
    .forUpdate()
    .execute()
}

/** Returns those of these ids that are sub-accounts (1) or access keys (2) of the account. */
export async function knownLogins({ account_id, sql: db }: AccountDb, ram: 1 | 2, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('login')
    .where('account_id', '=', account_id)
    .where('ram', '=', ram)
    .where('login_id', 'in', ids.map(Number))
    .select('login_id')
    .execute()
  return rows.map(({ login_id }) => String(login_id))
}

export async function countLogins({ account_id, sql: db }: AccountDb, ram: 1 | 2): Promise<number> {
  const { count } = await db
    .selectFrom('login')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', account_id)
    .where('ram', '=', ram)
    .executeTakeFirstOrThrow()
  return count
}
