import { EXPIRING_DAYS } from '@weft/contract'
import { sql } from 'kysely'
import type { AccountDb, SystemDb } from '../../../db/client.ts'
import type { NewRow } from '../../../db/schema.ts'

export const insertAccount = ({ sql: db }: SystemDb, row: NewRow<'account'>) =>
  db
    .insertInto('account')
    .values(row)
    .onConflict((conflict) => conflict.column('account_number').doNothing())
    .returning('account_id')
    .executeTakeFirst()

export async function deleteAccount({ sql: db }: SystemDb, account_id: number): Promise<void> {
  await db.deleteFrom('account').where('account_id', '=', account_id).execute()
}

/** Returns a login with the suffix of its account. */
export const findLogin = ({ account_id, sql: db }: AccountDb, login_id: number) =>
  db
    .selectFrom('login as l')
    .innerJoin('account as a', 'a.account_id', 'l.account_id')
    .where('l.account_id', '=', account_id)
    .where('l.login_id', '=', login_id)
    .select([
      'l.username',
      'l.nickname',
      'l.birthday',
      'l.industry',
      'l.occupation',
      'l.area_code',
      'l.phone',
      'l.email',
      'l.default_channel',
      'l.totp_time',
      'l.previous_login_time',
      'l.previous_login_address',
      'a.sign',
    ])
    .executeTakeFirstOrThrow()

/** Returns the counts of the overview; networks are those that the caller may see. */
export async function countOverview({ account_id, sql: db }: AccountDb, designated: readonly string[] | undefined) {
  const { rows } = await sql<{ networks: number; usable: number; members: number; online: number; expiring: number }>`
    select
      (select count(*) from network where account_id = ${account_id} and (${designated ?? null}::text[] is null or network_number = any(${designated ?? null}::text[]))) as networks,
      (select network_usable from account where account_id = ${account_id}) as usable,
      (select count(*) from member where account_id = ${account_id} and router_type < 3) as members,
      (select count(*) from member where account_id = ${account_id} and router_type < 3 and online_status = 1) as online,
      (select count(*) from service where account_id = ${account_id} and revoke_time is null and start_time <= now()
        and expired_time > now() and expired_time <= now() + make_interval(days => ${EXPIRING_DAYS})) as expiring`.execute(db)
  return rows[0]!
}

export async function writeAccountStatus({ sql: db }: SystemDb, account_id: number, status: 0 | 1): Promise<void> {
  await db.updateTable('account').set({ status }).where('account_id', '=', account_id).execute()
}
