import type { SystemDb } from '../../../db/client.ts'
import type { NewRow } from '../../../db/schema.ts'
import type { VersionRow } from './client-download.rules.ts'

const versions = ({ sql: db }: SystemDb) => db.selectFrom('client_version as v').leftJoin('stored_file as f', 'f.file_id', 'v.file_id')

const COLUMNS = [
  'v.id',
  'v.system',
  'v.kind',
  'v.platform',
  'v.version',
  'v.file_name',
  'v.file_id',
  'v.store_url',
  'v.release_time',
  'f.size',
  'f.sha256',
] as const

export const listVersions = (db: SystemDb): Promise<VersionRow[]> => versions(db).select(COLUMNS).execute()

/** Returns a page of versions, newest first. */
export async function pageVersions(
  db: SystemDb,
  { page, limit }: { page: number; limit: number },
): Promise<{ rows: VersionRow[]; count: number }> {
  const { count } = await db.sql
    .selectFrom('client_version')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await versions(db)
    .select(COLUMNS)
    .orderBy('v.release_time', 'desc')
    .orderBy('v.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, count }
}

/** Inserts a version and returns its id; undefined if this version is published already. */
export async function insertVersion({ sql: db }: SystemDb, row: NewRow<'client_version'>): Promise<string | undefined> {
  const made = await db
    .insertInto('client_version')
    .values(row)
    .onConflict((conflict) => conflict.columns(['system', 'kind', 'platform', 'version']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return made && String(made.id)
}

export const deleteVersionRow = ({ sql: db }: SystemDb, id: string) =>
  db
    .deleteFrom('client_version')
    .where('id', '=', Number(id))
    .returning(['system', 'kind', 'platform', 'version', 'file_id'])
    .executeTakeFirst()

/** Returns whether this version is published already. */
export async function isPublished(
  { sql: db }: SystemDb,
  row: Pick<VersionRow, 'system' | 'kind' | 'platform' | 'version'>,
): Promise<boolean> {
  const there = await db
    .selectFrom('client_version')
    .where('system', '=', row.system)
    .where('kind', 'is not distinct from', row.kind)
    .where('platform', 'is not distinct from', row.platform)
    .where('version', '=', row.version)
    .select('id')
    .executeTakeFirst()
  return there !== undefined
}
export type DeletedVersion = NonNullable<Awaited<ReturnType<typeof deleteVersionRow>>>
