import type { AccountDb } from '../../../db/client.ts'

/** What a login is bound to. */
export const findBound = ({ account_id, sql: db }: AccountDb, login_id: number) =>
  db
    .selectFrom('login')
    .where('account_id', '=', account_id)
    .where('login_id', '=', login_id)
    .select(['area_code', 'phone', 'email', 'password_hash'])
    .executeTakeFirstOrThrow()

export async function verifySession({ account_id, sql: db }: AccountDb, session_id: string, verified_until: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ verified_until })
    .where('account_id', '=', account_id)
    .where('session_id', '=', session_id)
    .execute()
}
