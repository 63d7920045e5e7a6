import { sql } from 'kysely'
import { moment, type SystemDb } from '../db/client.ts'
import type { NewRow, RowChange } from '../db/schema.ts'

/** Operators' names are compared without case. */
export const findOperator = ({ sql: db }: SystemDb, username: string) =>
  db
    .selectFrom('operator')
    .select(['operator_id', 'username', 'role', 'status', 'password_hash', 'totp_secret', 'totp_time', 'totp_last_step'])
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .executeTakeFirst()

/** An operator's second factor, held until the transaction ends. */
export const lockFactor = ({ sql: db }: SystemDb, operator_id: number) =>
  db
    .selectFrom('operator')
    .select(['totp_secret', 'totp_time', 'totp_last_step'])
    .where('operator_id', '=', operator_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
export type FactorRow = Awaited<ReturnType<typeof lockFactor>>

export async function writeFactor({ sql: db }: SystemDb, operator_id: number, change: RowChange<'operator'>): Promise<void> {
  await db.updateTable('operator').set(change).where('operator_id', '=', operator_id).execute()
}

/** The new operator's id; undefined where the name is taken. */
export const insertOperator = ({ sql: db }: SystemDb, row: NewRow<'operator'>) =>
  db
    .insertInto('operator')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('operator_id')
    .executeTakeFirst()

export async function insertOperatorSession({ sql: db }: SystemDb, row: NewRow<'operator_session'>): Promise<void> {
  await db.insertInto('operator_session').values(row).execute()
}

export const findOperatorSession = ({ sql: db }: SystemDb, token_hash: Buffer) =>
  db
    .selectFrom('operator_session as s')
    .innerJoin('operator as o', 'o.operator_id', 's.operator_id')
    .where('s.token_hash', '=', token_hash)
    .select(['s.expire_time', 'o.operator_id', 'o.username', 'o.role', 'o.status'])
    .executeTakeFirst()

export async function deleteOperatorSession({ sql: db }: SystemDb, token_hash: Buffer): Promise<void> {
  await db.deleteFrom('operator_session').where('token_hash', '=', token_hash).execute()
}

export async function deleteExpiredSessions({ sql: db }: SystemDb, now: Date): Promise<void> {
  await db.deleteFrom('operator_session').where('expire_time', '<', moment(now)).execute()
}
