import type { AccountDb } from '../../../db/client.ts'

/** What a login signs in with and is reached by, held against every change until the transaction ends. */
export const lockCredentials = ({ account_id, sql: db }: AccountDb, login_id: number) =>
  db
    .selectFrom('login')
    .where('account_id', '=', account_id)
    .where('login_id', '=', login_id)
    .select(['username', 'password_hash', 'area_code', 'phone', 'email', 'default_channel'])
    .forUpdate()
    .executeTakeFirstOrThrow()
export type Credentials = Awaited<ReturnType<typeof lockCredentials>>
