import { type AccountDb, moment, type SystemDb } from '../../../db/client.ts'
import type { NewRow } from '../../../db/schema.ts'

const owners = (db: SystemDb['sql']) =>
  db
    .selectFrom('login as l')
    .innerJoin('account as a', 'a.account_id', 'l.account_id')
    .where('l.ram', '=', 0)
    .select(['l.login_id', 'l.account_id', 'l.username', 'l.area_code', 'l.phone', 'l.email'])
    .select(['a.status as account_status', 'l.status as login_status'])

/** Finds an owner by username, phone or e-mail. */
export const findOwner = ({ sql: db }: SystemDb, name_key: string) =>
  owners(db).innerJoin('login_name as n', 'n.login_id', 'l.login_id').where('n.name_key', '=', name_key).executeTakeFirst()

export type OwnerRow = NonNullable<Awaited<ReturnType<typeof findOwner>>>

/** Returns the owner, and locks it until the transaction ends. */
export const lockOwner = ({ sql: db }: SystemDb, login_id: number): Promise<OwnerRow> =>
  owners(db).where('l.login_id', '=', login_id).forUpdate('l').executeTakeFirstOrThrow()

export async function insertRecovery({ sql: db }: SystemDb, row: NewRow<'recovery'>): Promise<void> {
  await db.insertInto('recovery').values(row).execute()
}

/** Finds a recovery with its owner, if it has one: in one statement, so that both cases take the same time. */
export const findRecovery = ({ sql: db }: SystemDb, recovery_hash: Buffer, now: Date) =>
  db
    .selectFrom('recovery as r')
    .leftJoin('login as l', (join) => join.onRef('l.account_id', '=', 'r.account_id').onRef('l.login_id', '=', 'r.login_id'))
    .leftJoin('account as a', 'a.account_id', 'l.account_id')
    .where('r.recovery_hash', '=', recovery_hash)
    .where('r.expire_time', '>', moment(now))
    .select(['r.decoy', 'r.proved_key'])
    .select(['l.login_id', 'l.account_id', 'l.username', 'l.area_code', 'l.phone', 'l.email'])
    .select(['a.status as account_status', 'l.status as login_status'])
    .executeTakeFirst()

/** Records the proof of a recovery; returns false where it has ended meanwhile. */
export async function proveRecovery({ sql: db }: SystemDb, recovery_hash: Buffer, proved_key: Buffer): Promise<boolean> {
  const proved = await db
    .updateTable('recovery')
    .set({ proved_key })
    .where('recovery_hash', '=', recovery_hash)
    .returning('recovery_hash')
    .executeTakeFirst()
  return proved !== undefined
}

/** Ends a recovery; returns false where another call was faster. */
export async function takeRecovery({ sql: db }: SystemDb, recovery_hash: Buffer): Promise<boolean> {
  const taken = await db.deleteFrom('recovery').where('recovery_hash', '=', recovery_hash).returning('recovery_hash').executeTakeFirst()
  return taken !== undefined
}

/** Ends the recoveries of a login. */
export async function deleteRecoveries(
  { sql: db }: AccountDb | SystemDb,
  { account_id, login_id }: { account_id: number; login_id: number },
): Promise<void> {
  await db.deleteFrom('recovery').where('account_id', '=', account_id).where('login_id', '=', login_id).execute()
}

export async function deleteExpiredRecoveries({ sql: db }: SystemDb, now: Date): Promise<void> {
  await db.deleteFrom('recovery').where('expire_time', '<', moment(now)).execute()
}
