import { permissions } from '@weft/contract'
import { type InferResult, sql } from 'kysely'
import { builtOnce } from '../../../db/built-once.ts'
import { type AccountDb, moment, type SystemDb } from '../../../db/client.ts'
import type { NewRow } from '../../../db/schema.ts'
import { rightColumn } from '../../../kernel/actor.ts'
import { fromUnix } from '../../../kernel/clock.ts'

/** Returns everything that one request needs to know about its sender, in one statement. */
export async function findSession({ sql: db }: SystemDb, token_hash: Buffer): Promise<SessionRow | undefined> {
  const [row] = await byTokenHash(db, {}, { token_hash })
  return row
}

const byTokenHash = builtOnce((db, _shape: object, { token_hash }: { token_hash: Buffer }) =>
  sessions(db).where('t.token_hash', '=', token_hash),
)

const sessions = (db: SystemDb['sql']) =>
  db
    .selectFrom('session_token as t')
    .innerJoin('session as s', (join) => join.onRef('s.account_id', '=', 't.account_id').onRef('s.session_id', '=', 't.session_id'))
    .innerJoin('login as l', 'l.login_id', 's.login_id')
    .innerJoin('account as a', 'a.account_id', 's.account_id')
    .leftJoin('role as r', (join) =>
      join.onRef('r.account_id', '=', 'l.account_id').on('r.role_id', '=', sql<number>`coalesce(s.view_role_id, l.role_id)`),
    )
    .select([
      't.issue_time',
      't.rotate_time',
      's.session_id',
      's.account_id',
      's.login_id',
      's.kind',
      's.cookie_hash',
      's.create_time',
      's.last_time',
      's.expire_time',
      's.revoke_time',
      's.revoke_reason',
      's.verified_until',
      's.view_role_id',
      's.view_until',
      'r.name as role_name',
      'l.ram',
      'l.username',
      'l.status as login_status',
      'a.account_number',
      'a.status as account_status',
      'r.by_network',
      'r.by_tag',
    ])
    .select(permissions.map((permission) => `r.${rightColumn(permission)}` as const))
    .select((eb) =>
      eb
        .selectFrom('role_network as rn')
        .whereRef('rn.account_id', '=', 'r.account_id')
        .whereRef('rn.role_id', '=', 'r.role_id')
        // Null means all networks. A confined role sees none after the last of its networks was deleted.
        .select(
          sql<string[] | null>`coalesce(array_agg(rn.network_number), case when r.confined = 1 then array[]::text[] end)`.as('networks'),
        )
        .as('designated'),
    )
    .select((eb) =>
      eb
        .selectFrom('role_tag as rt')
        .whereRef('rt.account_id', '=', 'r.account_id')
        .whereRef('rt.role_id', '=', 'r.role_id')
        .select(sql<string[]>`coalesce(array_agg(rt.folded), '{}')`.as('folded'))
        .as('tags'),
    )
export type SessionRow = InferResult<ReturnType<typeof sessions>>[number]

/** Returns the session of a socket ticket, and uses the ticket up. */
export async function takeSocketTicket({ sql: db }: SystemDb, ticket_hash: Buffer, now: Date): Promise<string | undefined> {
  const row = await db
    .deleteFrom('socket_ticket')
    .where('ticket_hash', '=', ticket_hash)
    .where('expire_time', '>', moment(now))
    .returning('session_id')
    .executeTakeFirst()
  return row?.session_id
}

/** Returns a session with its newest token: a socket that outlives its first token is judged by this. */
export const findSessionById = ({ sql: db }: SystemDb, session_id: string) =>
  sessions(db).where('s.session_id', '=', session_id).orderBy('t.issue_time', 'desc').limit(1).executeTakeFirst()

export async function insertSocketTicket({ sql: db }: SystemDb, row: NewRow<'socket_ticket'>): Promise<void> {
  await db.insertInto('socket_ticket').values(row).execute()
}

export async function insertSession({ sql: db }: SystemDb | AccountDb, session: NewRow<'session'>, token_hash: Buffer): Promise<void> {
  await db.insertInto('session').values(session).execute()
  await db
    .insertInto('session_token')
    .values({ token_hash, account_id: session.account_id, session_id: session.session_id, issue_time: session.create_time })
    .execute()
}

/** Marks a token as replaced by another. Only the first call sets the time. */
export async function rotateToken({ sql: db }: SystemDb, from: Buffer, to: Buffer, row: SessionRow, now: Date): Promise<void> {
  await db.updateTable('session_token').set({ rotate_time: now }).where('token_hash', '=', from).where('rotate_time', 'is', null).execute()
  await db
    .insertInto('session_token')
    .values({ token_hash: to, account_id: row.account_id, session_id: row.session_id, issue_time: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db.updateTable('session').set({ last_time: now }).where('session_id', '=', row.session_id).execute()
}

/** Locks the session against a second refresh at the same moment. */
export async function lockSession({ sql: db }: SystemDb, session_id: string): Promise<void> {
  await db.selectFrom('session').select('session_id').where('session_id', '=', session_id).forUpdate().execute()
}

/** @param address from where an access key is used; a person's address was written at the sign-in */
export async function touchSession({ sql: db }: SystemDb, session_id: string, now: Date, address?: string): Promise<void> {
  const used = { last_time: now, ...(address !== undefined && { address }) }
  await db.updateTable('session').set(used).where('session_id', '=', session_id).execute()
}

/** Binds a login-link session to the first browser that uses it; false when another was first. */
export async function bindSession(
  { sql: db }: SystemDb,
  session_id: string,
  browser: { cookie_hash: Buffer; address: string; user_agent: string },
): Promise<boolean> {
  const bound = await db
    .updateTable('session')
    .set(browser)
    .where('session_id', '=', session_id)
    .where('cookie_hash', 'is', null)
    .returning('session_id')
    .executeTakeFirst()
  return bound !== undefined
}

/** Selects sessions of an account: one, those of a login, or all; `except` leaves one out. */
export interface WhichSessions {
  session_id?: string
  login_id?: number
  except?: string
}

/** Ends sessions that still live, and returns their number. */
export async function revokeSessions(
  { sql: db }: SystemDb | AccountDb,
  account_id: number,
  which: WhichSessions,
  reason: string,
  now: Date,
): Promise<number> {
  let update = db
    .updateTable('session')
    .set({ revoke_time: now, revoke_reason: reason })
    .where('account_id', '=', account_id)
    .where('revoke_time', 'is', null)
  if (which.session_id !== undefined) update = update.where('session_id', '=', which.session_id)
  if (which.login_id !== undefined) update = update.where('login_id', '=', which.login_id)
  if (which.except !== undefined) update = update.where('session_id', '<>', which.except)
  const { numUpdatedRows } = await update.executeTakeFirst()
  return Number(numUpdatedRows)
}

/**
 * Counts a try before the password is checked, so that parallel guesses cannot exceed the limit. Failures older than the lock are not
 * counted any more.
 */
export async function countSignInTry({ sql: db }: SystemDb, failure_key: Buffer, now: Date, lockSeconds: number) {
  const stale = fromUnix(Math.floor(now.getTime() / 1000) - lockSeconds)
  return db
    .insertInto('sign_in_failure')
    .values({ failure_key, failures: 1, last_time: now })
    .onConflict((conflict) =>
      conflict.column('failure_key').doUpdateSet((eb) => ({
        failures: sql<number>`case when sign_in_failure.last_time < ${stale} then 1 else least(sign_in_failure.failures + 1, 1000) end`,
        // A locked key stays locked until its time, however often it is tried meanwhile.
        last_time: sql<Date>`case when sign_in_failure.failures >= ${eb.lit(5)} and sign_in_failure.last_time >= ${stale} then sign_in_failure.last_time else ${now} end`,
      })),
    )
    .returning(['failures', 'last_time'])
    .executeTakeFirstOrThrow()
}

export async function forgetSignInTries({ sql: db }: SystemDb, failure_key: Buffer): Promise<void> {
  await db.deleteFrom('sign_in_failure').where('failure_key', '=', failure_key).execute()
}

/** Deletes what has expired: pictures, tickets, failures, and sessions a week after their end. */
export async function deleteExpired({ sql: db }: SystemDb, now: Date, week: Date, lock: Date): Promise<void> {
  await db.deleteFrom('captcha').where('expire_time', '<', moment(now)).execute()
  await db.deleteFrom('captcha_count').where('end_time', '<', moment(now)).execute()
  await db.deleteFrom('socket_ticket').where('expire_time', '<', moment(now)).execute()
  await db.deleteFrom('sign_in_failure').where('last_time', '<', moment(lock)).execute()
  await db.deleteFrom('session').where('expire_time', '<', moment(week)).execute()
}

/** Makes a session look at the account as a role until a time, or with null as its own login again. */
export async function writeView(
  { account_id, sql: db }: AccountDb,
  session_id: string,
  view: { role_id: number; until: Date } | null,
): Promise<void> {
  await db
    .updateTable('session')
    .set({ view_role_id: view?.role_id ?? null, view_until: view?.until ?? null })
    .where('account_id', '=', account_id)
    .where('session_id', '=', session_id)
    .execute()
}

/** Uses a session's proof of identity up; returns false where it has none, or an expired one. */
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

/** Writes until when a session counts as identity-verified. */
export async function verifySession({ account_id, sql: db }: AccountDb, session_id: string, verified_until: Date): Promise<void> {
  await db
    .updateTable('session')
    .set({ verified_until })
    .where('account_id', '=', account_id)
    .where('session_id', '=', session_id)
    .execute()
}
