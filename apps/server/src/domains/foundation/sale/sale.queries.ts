import { sql } from 'kysely'
import type { SystemDb } from '../../../db/client.ts'

export const findAccountByNumber = (db: SystemDb, account_number: string) =>
  db.sql.selectFrom('account').select('account_id').where('account_number', '=', account_number).executeTakeFirst()

/** Returns the accounts of services that were not revoked. */
export const findAccountsOfServices = (db: SystemDb, ids: readonly number[]) =>
  db.sql.selectFrom('service').select(['id', 'account_id']).where('id', 'in', ids).where('revoke_time', 'is', null).execute()

const LAPSE = 'lapse'

/**
 * Returns the accounts with services that started or ended since the mark. Looks a minute further back, for services that were being
 * written while the mark was set.
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
