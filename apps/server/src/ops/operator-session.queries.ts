import { OPERATOR_SESSIONS } from '@weft/contract'
import { sql } from 'kysely'
import { moment, type SystemDb } from '../db/client.ts'
import type { NewRow } from '../db/schema.ts'
import { after } from '../kernel/clock.ts'

/** Seconds within which the use of a session is written once. */
const TOUCH_SECONDS = 60

const live = ({ sql: db }: SystemDb, operator_id: number, now: Date) =>
  db
    .selectFrom('operator_session')
    .where('operator_id', '=', operator_id)
    .where('revoke_time', 'is', null)
    .where('expire_time', '>', moment(now))

/** Opens a session, and ends the ones unused for longest if there are too many. */
export async function insertOperatorSession(system: SystemDb, row: NewRow<'operator_session'>, now: Date): Promise<void> {
  await system.sql.insertInto('operator_session').values(row).execute()
  await system.sql
    .updateTable('operator_session')
    .set({ revoke_time: now })
    .where(
      'session_id',
      'in',
      live(system, row.operator_id, now).select('session_id').orderBy('last_time', 'desc').orderBy('session_id').offset(OPERATOR_SESSIONS),
    )
    .execute()
}

export const findOperatorSession = ({ sql: db }: SystemDb, token_hash: Buffer) =>
  db
    .selectFrom('operator_session as s')
    .innerJoin('operator as o', 'o.operator_id', 's.operator_id')
    .where('s.token_hash', '=', token_hash)
    .select([
      's.session_id',
      's.expire_time',
      's.last_time',
      's.revoke_time',
      's.verified_until',
      'o.operator_id',
      'o.username',
      'o.role',
      'o.status',
    ])
    .executeTakeFirst()

/** Records that a session is used, at most once a minute. */
export async function touchOperatorSession({ sql: db }: SystemDb, session_id: string, now: Date): Promise<void> {
  await db
    .updateTable('operator_session')
    .set({ last_time: now })
    .where('session_id', '=', session_id)
    .where('last_time', '<=', moment(after(now, -TOUCH_SECONDS)))
    .execute()
}

/** Returns whether the use of a session is due to be recorded. */
export const touchDue = (last_time: number, now: number): boolean => now - last_time >= TOUCH_SECONDS

export async function writeVerified({ sql: db }: SystemDb, session_id: string, verified_until: Date): Promise<void> {
  await db.updateTable('operator_session').set({ verified_until }).where('session_id', '=', session_id).execute()
}

/** Returns the live sessions of an operator, the last used first: at most `OPERATOR_SESSIONS`. */
export const listOperatorSessions = (system: SystemDb, operator_id: number, now: Date) =>
  live(system, operator_id, now)
    .select(['session_id', 'user_agent', 'address', 'create_time', 'last_time'])
    .orderBy('last_time', 'desc')
    .orderBy('session_id')
    .limit(OPERATOR_SESSIONS)
    .execute()

/** Selects live sessions of an operator: one, all, or all except one. */
export interface WhichOperatorSessions {
  session_id?: string | undefined
  except?: string | undefined
}

/** Ends live sessions of an operator, and returns how many. */
export async function revokeOperatorSessions(
  { sql: db }: SystemDb,
  operator_id: number,
  { session_id, except }: WhichOperatorSessions,
  now: Date,
): Promise<number> {
  let update = db
    .updateTable('operator_session')
    .set({ revoke_time: now })
    .where('operator_id', '=', operator_id)
    .where('revoke_time', 'is', null)
    .where('expire_time', '>', moment(now))
  if (session_id !== undefined) update = update.where(sql<string>`session_id::text`, '=', session_id)
  if (except !== undefined) update = update.where('session_id', '<>', except)
  const { numUpdatedRows } = await update.executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function deleteExpiredSessions({ sql: db }: SystemDb, now: Date): Promise<void> {
  await db.deleteFrom('operator_session').where('expire_time', '<', moment(now)).execute()
}
