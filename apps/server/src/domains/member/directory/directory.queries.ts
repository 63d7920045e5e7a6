import type { DirectoryOutcome } from '@weft/contract'
import { sql } from 'kysely'
import { type AccountDb, moment, type SystemDb } from '../../../db/client.ts'
import type { NewRow, RowChange } from '../../../db/schema.ts'

const directory = ({ account_id, sql: db }: AccountDb) => db.selectFrom('directory').selectAll().where('account_id', '=', account_id)

export const findDirectory = (db: AccountDb) => directory(db).executeTakeFirst()
export type DirectoryRow = NonNullable<Awaited<ReturnType<typeof findDirectory>>>
/** Locks the directory. The account's limits are locked before. */
export const lockDirectory = (db: AccountDb) => directory(db).forUpdate().executeTakeFirst()

/** Returns the type of a member of the account; undefined if there is no such member. */
export const findKind = ({ account_id, sql: db }: AccountDb, router_name: string) =>
  db
    .selectFrom('member')
    .select('router_type')
    .where('account_id', '=', account_id)
    .where('router_name', '=', router_name)
    .executeTakeFirst()

/** Returns the data that the directory's page shows in addition to its columns; `online` is null if the member is gone. */
export const findNames = ({ account_id, sql: db }: AccountDb) =>
  db
    .selectFrom('directory as d')
    .leftJoin('member as m', (join) => join.onRef('m.account_id', '=', 'd.account_id').onRef('m.router_name', '=', 'd.router_name'))
    .leftJoin('directory_ca as c', (join) => join.onRef('c.account_id', '=', 'd.account_id').onRef('c.ca_id', '=', 'd.ca_id'))
    .leftJoin('network as n', (join) => join.onRef('n.account_id', '=', 'd.account_id').onRef('n.network_number', '=', 'd.network_number'))
    .select(['c.file_name', 'c.not_after', 'n.network_name', 'm.online_status as online', 'm.note as router_note'])
    .where('d.account_id', '=', account_id)
    .executeTakeFirst()

export async function writeDirectory({ account_id, sql: db }: AccountDb, row: Omit<NewRow<'directory'>, 'account_id'>): Promise<void> {
  await db
    .insertInto('directory')
    .values({ account_id, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute()
}

export async function changeDirectory({ account_id, sql: db }: AccountDb, change: RowChange<'directory'>): Promise<void> {
  await db.updateTable('directory').set(change).where('account_id', '=', account_id).execute()
}

/** Deletes the directory with its users and their links to members; the members stay. */
export async function deleteDirectory({ account_id, sql: db }: AccountDb): Promise<void> {
  await db.deleteFrom('directory').where('account_id', '=', account_id).execute()
}

// the check that comes before saving

export async function writeCheck({ account_id, sql: db }: AccountDb, digest: Buffer, check_time: Date): Promise<void> {
  await db
    .insertInto('directory_check')
    .values({ account_id, digest, check_time })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ digest, check_time }))
    .execute()
}
/** Returns whether exactly this configuration passed its check after `since`. */
export async function hasPassed({ account_id, sql: db }: AccountDb, digest: Buffer, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('directory_check')
    .select('digest')
    .where('account_id', '=', account_id)
    .where('digest', '=', digest)
    .where('check_time', '>', moment(since))
    .executeTakeFirst()
  return row !== undefined
}

// domains

export const isProved = async ({ account_id, sql: db }: AccountDb, domain: string): Promise<boolean> =>
  (await db
    .selectFrom('directory_domain')
    .select('domain')
    .where('account_id', '=', account_id)
    .where('domain', '=', domain)
    .executeTakeFirst()) !== undefined

export async function writeProved({ account_id, sql: db }: AccountDb, domain: string): Promise<void> {
  await db
    .insertInto('directory_domain')
    .values({ account_id, domain })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

// authorities

export async function insertCa({ account_id, sql: db }: AccountDb, row: Omit<NewRow<'directory_ca'>, 'account_id'>): Promise<void> {
  await db
    .insertInto('directory_ca')
    .values({ account_id, ...row })
    .execute()
}
export const findCa = ({ account_id, sql: db }: AccountDb, ca_id: string) =>
  db.selectFrom('directory_ca').select('certificate').where('account_id', '=', account_id).where('ca_id', '=', ca_id).executeTakeFirst()

/** Deletes authorities that were uploaded before `before` and that no directory uses. */
export async function deleteUnusedCas({ sql: db }: SystemDb, before: Date): Promise<void> {
  await sql`delete from directory_ca c where c.create_time < ${before}
    and not exists (select from directory d where d.account_id = c.account_id and d.ca_id = c.ca_id)`.execute(db)
}

// runs

/** Returns the accounts whose automatic synchronisation is due. */
export async function dueDirectories({ sql: db }: SystemDb, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('directory')
    .select('account_id')
    .where('sync_mode', '=', 2)
    .where('status', '=', 1)
    .where('next_time', '<=', moment(now))
    .orderBy('next_time')
    .limit(limit)
    .execute()
  return rows.map((row) => row.account_id)
}

/** The queue task that synchronises one account's directory. */
export const SYNC_DIRECTORY = 'sync_directory'
/** The queue tries a run once: an account whose run failed becomes due again by itself. */
const MOST_ATTEMPTS = 1

export interface SyncTask {
  account_id: number
  /** Hash of the snapshot that somebody asked to apply; without it the directory is read again. */
  hash?: string
}

/** Queues the task once, however often it is asked for. */
export async function enqueueSync({ sql: db }: AccountDb | SystemDb, task: SyncTask): Promise<void> {
  const key = `${SYNC_DIRECTORY} ${task.account_id}`
  await sql`select weft_enqueue(${SYNC_DIRECTORY}, ${JSON.stringify(task)}::json, ${key}, ${MOST_ATTEMPTS}::int)`.execute(db)
}

/** Takes a directory for one runner; undefined if another has it. */
export const claimRun = ({ account_id, sql: db }: AccountDb, now: Date, until: Date) =>
  db
    .updateTable('directory')
    .set({ runner_until: until, progress_done: 0, progress_total: 0 })
    .where('account_id', '=', account_id)
    .where((eb) => eb.or([eb('runner_until', 'is', null), eb('runner_until', '<=', moment(now))]))
    .returningAll()
    .executeTakeFirst()

export const endRun = (
  db: AccountDb,
  {
    outcome,
    ...change
  }: { outcome: DirectoryOutcome; sync_time: Date; sync_ms: number; next_time: Date | null; status?: 1; accept_fewer?: 0 },
): Promise<void> => changeDirectory(db, { ...change, runner_until: null, outcome: JSON.stringify(outcome) })
