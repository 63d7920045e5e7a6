import { type ExpressionBuilder, sql } from 'kysely'
import type { AccountDb, SystemDb } from '../../db/client.ts'
import type { Database, NewRow } from '../../db/schema.ts'
import type { ServiceSums } from './service.rules.ts'

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

/** Of the whole account: a member in two networks counts twice. */
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

/** `for no key update`, since rows that merely refer to the account hold a key share of it. */
export const lockAccount = (db: AccountDb) =>
  db.sql
    .selectFrom('account')
    .select(['network_usable', 'sign'])
    .where('account_id', '=', db.account_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

export const writeUsability = (db: AccountDb, network_usable: 0 | 1) =>
  db.sql.updateTable('account').set({ network_usable }).where('account_id', '=', db.account_id).execute()

/** Every networked member of the account should run another configuration. */
export async function raiseEveryConfig(db: AccountDb): Promise<void> {
  await sql`
    with held as (
      select router_name from member m
      where account_id = ${db.account_id}
        and exists (select from network_member nm where nm.account_id = m.account_id and nm.router_name = m.router_name)
      order by router_name for no key update
    )
    update member m set config_revision = m.config_revision + 1, config_error = null
    from held where m.account_id = ${db.account_id} and m.router_name = held.router_name`.execute(db.sql)
}

export async function listNetworkNumbers(db: AccountDb): Promise<string[]> {
  const rows = await db.sql.selectFrom('network').select('network_number').where('account_id', '=', db.account_id).execute()
  return rows.map((row) => row.network_number)
}

/** Without a start it runs from now. */
type Sold = Omit<NewRow<'service'>, 'account_id' | 'start_time'> & { start_time?: Date }

export const insertServices = (db: AccountDb, services: Sold[]) =>
  db.sql
    .insertInto('service')
    .values(services.map((service) => ({ start_time: sql<Date>`now()`, ...service, account_id: db.account_id })))
    .returning('id')
    .execute()

export const findService = (db: AccountDb, id: number) =>
  db.sql
    .selectFrom('service')
    .select(['service_code', 'quantity', 'start_time', 'expired_time'])
    .where('account_id', '=', db.account_id)
    .where('id', '=', id)
    .where('revoke_time', 'is', null)
    .executeTakeFirst()

export const renewService = (db: AccountDb, id: number, expired_time: Date) =>
  db.sql.updateTable('service').set({ expired_time }).where('account_id', '=', db.account_id).where('id', '=', id).execute()

export const revokeService = (db: AccountDb, id: number) =>
  db.sql
    .updateTable('service')
    .set({ revoke_time: sql<Date>`now()` })
    .where('account_id', '=', db.account_id)
    .where('id', '=', id)
    .execute()

export const findAccountByNumber = (db: SystemDb, account_number: string) =>
  db.sql.selectFrom('account').select('account_id').where('account_number', '=', account_number).executeTakeFirst()

export const findAccountOfService = (db: SystemDb, id: number) =>
  db.sql.selectFrom('service').select('account_id').where('id', '=', id).where('revoke_time', 'is', null).executeTakeFirst()

const LAPSE = 'lapse'

/**
 * Accounts some of whose services started or ended since the mark. Looks a minute further back, for services that were
 * being written while the mark was set.
 */
export async function accountsWithLapses(db: SystemDb): Promise<{ account_ids: number[]; until: Date }> {
  const { rows } = await sql<{ account_id: number | null; until: Date | number }>`
    with span as (
      select coalesce((select last_time from job_mark where job = ${LAPSE}) - interval '1 minute', '-infinity') as since, now() as until
    ), moved as (
      select account_id from service, span where revoke_time is null and expired_time > since and expired_time <= until
      union
      select account_id from service, span where revoke_time is null and start_time > since and start_time <= until
    )
    select account_id, extract(epoch from until)::float8 as until from span left join moved on true`.execute(db.sql)
  return {
    account_ids: rows.flatMap((row) => row.account_id ?? []),
    until: new Date(Number(rows[0]?.until) * 1000),
  }
}

export const markLapses = (db: SystemDb, until: Date) =>
  db.sql
    .insertInto('job_mark')
    .values({ job: LAPSE, last_time: until })
    .onConflict((conflict) => conflict.column('job').doUpdateSet({ last_time: until }))
    .execute()
