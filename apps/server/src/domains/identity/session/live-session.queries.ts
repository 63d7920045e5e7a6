import { IDLE_SECONDS } from '@weft/contract'
import { type AccountDb, moment } from '../../../db/client.ts'
import { after } from '../../../kernel/clock.ts'

/** Selects the sessions of a login that may still be used, or refreshed. */
const live = ({ account_id, sql: db }: AccountDb, login_id: number, now: Date) =>
  db
    .selectFrom('session')
    .where('account_id', '=', account_id)
    .where('login_id', '=', login_id)
    .where('revoke_time', 'is', null)
    .where('expire_time', '>', moment(now))
    .where((eb) => eb.or([eb('kind', '<>', 'password'), eb('last_time', '>', moment(after(now, -IDLE_SECONDS)))]))

/** Returns at most `limit` of them, the last used first. */
export const listLiveSessions = (db: AccountDb, login_id: number, now: Date, limit: number) =>
  live(db, login_id, now)
    .select(['session_id', 'kind', 'user_agent', 'address', 'create_time', 'last_time'])
    .orderBy('last_time', 'desc')
    .orderBy('session_id')
    .limit(limit)
    .execute()

export const findLiveSession = (db: AccountDb, login_id: number, session_id: string, now: Date) =>
  live(db, login_id, now).where('session_id', '=', session_id).select(['kind', 'user_agent']).executeTakeFirst()

/** Returns those of these names that are live sessions. Compared as text: a name need not be a UUID. */
export async function findLive(db: AccountDb, login_id: number, names: readonly string[], now: Date): Promise<string[]> {
  const rows = await live(db, login_id, now)
    .where((eb) => eb(eb.cast<string>('session_id', 'text'), 'in', [...names]))
    .select('session_id')
    .execute()
  return rows.map(({ session_id }) => session_id)
}
