import type { AccountDb } from '../../../db/client.ts'

/** Returns a login's name, password hash and contacts, and locks them until the transaction ends. */
export const lockCredentials = ({ account_id, sql: db }: AccountDb, login_id: number) =>
  db
    .selectFrom('login')
    .where('account_id', '=', account_id)
    .where('login_id', '=', login_id)
    .select(['username', 'password_hash', 'area_code', 'phone', 'email', 'default_channel'])
    .forUpdate()
    .executeTakeFirstOrThrow()
export type Credentials = Awaited<ReturnType<typeof lockCredentials>>
