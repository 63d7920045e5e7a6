import { type AccountDb, moment } from '../../../db/client.ts'
import type { RowChange } from '../../../db/schema.ts'

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

export async function writeCredentials({ account_id, sql: db }: AccountDb, login_id: number, change: RowChange<'login'>): Promise<void> {
  await db.updateTable('login').set(change).where('account_id', '=', account_id).where('login_id', '=', login_id).execute()
}

/** Uses a session's proof of identity up; false where it has none, or had. */
export async function takeProof({ account_id, sql: db }: AccountDb, session_id: string, now: Date): Promise<boolean> {
  const taken = await db
    .updateTable('session')
    .set({ verified_until: null })
    .where('account_id', '=', account_id)
    .where('session_id', '=', session_id)
    .where('verified_until', '>', moment(now))
    .returning('session_id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Ends what was begun with what a login had before: its recoveries, and second factors that are awaited. */
export async function deleteBegun({ account_id, sql: db }: AccountDb, login_id: number): Promise<void> {
  for (const table of ['recovery', 'totp_challenge'] as const)
    await db.deleteFrom(table).where('account_id', '=', account_id).where('login_id', '=', login_id).execute()
}
