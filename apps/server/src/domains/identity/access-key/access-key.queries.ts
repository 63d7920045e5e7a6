import type { PageOf } from '@weft/contract'
import type { AccountDb } from '../../../db/client.ts'

export interface AccessKeyRow {
  login_id: number
  name: string
  role_id: number
  role_name: string
  create_time: number
  expire_time: number
  last_time: number
  address: string
}

/** Selects access keys: each is a login with a role and one session. */
const keys = ({ account_id, sql: db }: AccountDb) =>
  db
    .selectFrom('login as l')
    .innerJoin('role as r', (join) => join.onRef('r.account_id', '=', 'l.account_id').onRef('r.role_id', '=', 'l.role_id'))
    .innerJoin('session as s', (join) => join.onRef('s.account_id', '=', 'l.account_id').onRef('s.login_id', '=', 'l.login_id'))
    .where('l.account_id', '=', account_id)
    .where('l.ram', '=', 2)

const columns = [
  'l.login_id',
  'l.username as name',
  'r.role_id',
  'r.name as role_name',
  'l.create_time',
  's.expire_time',
  's.last_time',
  's.address',
] as const

/** Returns a page of access keys, newest first. */
export async function pageKeys(db: AccountDb, { page, limit }: { page: number; limit: number }): Promise<PageOf<AccessKeyRow>> {
  const rows = await keys(db)
    .select(columns)
    .orderBy('l.create_time', 'desc')
    .orderBy('l.login_id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { count } = await keys(db)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { rows, count }
}

export const findKey = (db: AccountDb, login_id: number): Promise<AccessKeyRow | undefined> =>
  keys(db).where('l.login_id', '=', login_id).select(columns).executeTakeFirst()
