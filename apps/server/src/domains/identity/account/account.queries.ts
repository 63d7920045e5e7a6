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

export async function writeAccountStatus({ sql: db }: SystemDb, account_id: number, status: 0 | 1): Promise<void> {
  await db.updateTable('account').set({ status }).where('account_id', '=', account_id).execute()
}
