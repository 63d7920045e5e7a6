import { type ExpressionBuilder, sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'
import type { Database } from '../../../db/schema.ts'
import type { ServiceSums } from './limits.rules.ts'

const running = (eb: ExpressionBuilder<Database, 'service'>) =>
  eb.and([
    eb('revoke_time', 'is', null),
    eb('start_time', '<=', sql<number>`now()`),
    eb.or([eb('expired_time', 'is', null), eb('expired_time', '>', sql<number>`now()`)]),
  ])

export async function sumServices(db: AccountDb): Promise<ServiceSums> {
  const rows = await db.sql
    .selectFrom('service')
    .select((eb) => ['service_code', eb.fn.sum<number>('quantity').as('quantity')])
    .where('account_id', '=', db.account_id)
    .where(running)
    .groupBy('service_code')
    .execute()
  return Object.fromEntries(rows.map((row) => [row.service_code, row.quantity]))
}

/** Counts the memberships of the whole account: a member in two networks counts twice. */
export async function countMemberships(db: AccountDb): Promise<number> {
  const { count } = await db.sql
    .selectFrom('network_member')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', db.account_id)
    .executeTakeFirstOrThrow()
  return count
}

export const findAccount = (db: AccountDb) =>
  db.sql.selectFrom('account').select(['network_usable', 'sign']).where('account_id', '=', db.account_id).executeTakeFirstOrThrow()

/** Takes the lock `for no key update`, since rows that only refer to the account hold a key share of it. */
export const lockAccount = (db: AccountDb) =>
  db.sql
    .selectFrom('account')
    .select(['network_usable', 'sign'])
    .where('account_id', '=', db.account_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

export const writeUsability = (db: AccountDb, network_usable: 0 | 1) =>
  db.sql.updateTable('account').set({ network_usable }).where('account_id', '=', db.account_id).execute()

export async function listNetworkNumbers(db: AccountDb): Promise<string[]> {
  const rows = await db.sql.selectFrom('network').select('network_number').where('account_id', '=', db.account_id).execute()
  return rows.map((row) => row.network_number)
}
