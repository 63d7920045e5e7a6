import type { AccountDb } from '../../../db/client.ts'

/** Returns the bound contacts and the password hash of a login. */
export const findBound = ({ account_id, sql: db }: AccountDb, login_id: number) =>
  db
    .selectFrom('login')
    .where('account_id', '=', account_id)
    .where('login_id', '=', login_id)
    .select(['area_code', 'phone', 'email', 'password_hash'])
    .executeTakeFirstOrThrow()
