import type { OperatorRole } from '@weft/contract'
import { sql } from 'kysely'
import { moment, type SystemDb } from '../db/client.ts'
import type { NewRow, RowChange } from '../db/schema.ts'
import { containing } from '../db/search.ts'
import type { SealedText } from '../kernel/secrets.ts'

const WHO = [
  'operator_id',
  'username',
  'role',
  'status',
  'password_hash',
  'first_password',
  'totp_secret',
  'totp_time',
  'totp_last_step',
  'unlocks',
] as const

/** Finds an operator by name, without regard to case. */
export const findOperator = ({ sql: db }: SystemDb, username: string) =>
  db.selectFrom('operator').select(WHO).where(sql`lower(username)`, '=', username.toLowerCase()).executeTakeFirst()

export const findOperatorById = ({ sql: db }: SystemDb, operator_id: number) =>
  db.selectFrom('operator').select(WHO).where('operator_id', '=', operator_id).executeTakeFirstOrThrow()
export type OperatorRecord = Awaited<ReturnType<typeof findOperatorById>>

/** Returns an operator and locks the row until the transaction ends; undefined if there is none. */
export const lockOperator = ({ sql: db }: SystemDb, operator_id: number) =>
  db.selectFrom('operator').select(WHO).where('operator_id', '=', operator_id).forNoKeyUpdate().executeTakeFirst()

const handling = ({ sql: db }: SystemDb, roles: readonly OperatorRole[]) =>
  db
    .selectFrom('operator')
    .where('status', '=', 1)
    .where('role', 'in', [...roles])

/** Returns the names of the operators of some roles who may sign in. */
export async function listAssignees(db: SystemDb, roles: readonly OperatorRole[]): Promise<string[]> {
  const rows = await handling(db, roles).select('username').orderBy('username').execute()
  return rows.map(({ username }) => username)
}

/** Returns the operator of a name, if it has one of the roles and may sign in. */
export const findAssignee = (db: SystemDb, roles: readonly OperatorRole[], username: string) =>
  handling(db, roles).select(['operator_id', 'username']).where(sql`lower(username)`, '=', username.toLowerCase()).executeTakeFirst()

/** Returns the administrators who may sign in, and locks each until the transaction ends, always in the same order. */
export const lockAdmins = ({ sql: db }: SystemDb) =>
  db
    .selectFrom('operator')
    .select('operator_id')
    .where('role', '=', 'admin')
    .where('status', '=', 1)
    .orderBy('operator_id')
    .forNoKeyUpdate()
    .execute()

export async function writeOperator({ sql: db }: SystemDb, operator_id: number, change: RowChange<'operator'>): Promise<void> {
  await db.updateTable('operator').set(change).where('operator_id', '=', operator_id).execute()
}

/** A correct authenticator code: the sealed secret that it was checked against, and its time step. */
export interface RightCode {
  secret: SealedText
  step: number
}

/** The columns of an operator without an authenticator. */
export const NO_FACTOR = { totp_secret: null, totp_time: null, totp_last_step: 0 }

/**
 * Marks a code as used, and writes `change` in the same statement. Returns false if it or a later one was used before, or if the authenticator
 * was replaced meanwhile.
 */
export async function takeStep(
  { sql: db }: SystemDb,
  operator_id: number,
  { secret, step }: RightCode,
  change: RowChange<'operator'> = {},
): Promise<boolean> {
  const taken = await db
    .updateTable('operator')
    .set({ totp_last_step: step, ...change })
    .where('operator_id', '=', operator_id)
    .where('totp_secret', '=', secret)
    .where('totp_last_step', '<', step)
    .returning('operator_id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Records until when an operator is locked; false if another of the wrong tries has already recorded it. */
export async function writeLockedUntil({ sql: db }: SystemDb, operator_id: number, now: Date, until: Date): Promise<boolean> {
  const locked = await db
    .updateTable('operator')
    .set({ locked_until: until })
    .where('operator_id', '=', operator_id)
    .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<=', moment(now))]))
    .returning('operator_id')
    .executeTakeFirst()
  return locked !== undefined
}

/** Ends the lock of an operator, and restarts the counts of wrong tries from every address: they are kept under the number `unlocks`. */
export async function clearLockedUntil({ sql: db }: SystemDb, operator_id: number): Promise<void> {
  await db
    .updateTable('operator')
    .set((eb) => ({ locked_until: null, unlocks: eb('unlocks', '+', 1) }))
    .where('operator_id', '=', operator_id)
    .execute()
}

/** Inserts an operator and returns its id; undefined if the name is taken. */
export const insertOperator = ({ sql: db }: SystemDb, row: NewRow<'operator'>) =>
  db
    .insertInto('operator')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('operator_id')
    .executeTakeFirst()

/** Selects the columns of operators that administrators see. */
const seen = ({ sql: db }: SystemDb, now: Date) =>
  db.selectFrom('operator as o').select((eb) => [
    sql<string>`o.operator_id::text`.as('id'),
    'o.username',
    'o.role',
    'o.status',
    sql<0 | 1>`(o.totp_time is not null)::int`.as('totp'),
    sql<0 | 1>`o.first_password`.as('first_password'),
    eb.case().when('o.locked_until', '>', moment(now)).then(eb.ref('o.locked_until')).end().as('locked_until'),
    'o.create_time',
    'o.last_login_time',
    sql<number>`(select count(*) from operator_session s
        where s.operator_id = o.operator_id and s.revoke_time is null and s.expire_time > ${moment(now)})`.as('sessions'),
  ])

export interface OperatorQuery {
  page: number
  limit: number
  search: string
  role?: OperatorRole | undefined
  status?: '0' | '1' | undefined
}

/** Returns operators by name. The search matches a part of the name. */
export async function pageOperators(system: SystemDb, { page, limit, search, role, status }: OperatorQuery, now: Date) {
  let found = system.sql.selectFrom('operator as o')
  if (search) found = found.where('o.username', 'ilike', containing(search))
  if (role) found = found.where('o.role', '=', role)
  if (status) found = found.where('o.status', '=', status === '1' ? 1 : 0)
  const { count } = await found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await seen(system, now)
    .where('o.operator_id', 'in', found.select('o.operator_id'))
    .orderBy(sql`lower(o.username)`)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, count }
}

export const findSeen = (system: SystemDb, operator_id: number, now: Date) =>
  seen(system, now).where('o.operator_id', '=', operator_id).executeTakeFirst()
