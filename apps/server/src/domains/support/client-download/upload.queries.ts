import type { Kysely } from 'kysely'
import type { SystemDb } from '../../../db/client.ts'
import type { Database, NewRow } from '../../../db/schema.ts'

/** Identifies a package; at most one upload of each is under way. */
export interface PackageKey {
  system: 'windows' | 'android' | 'linux'
  kind: 'graph' | 'cli' | null
  platform: string | null
  version: string
}

const uploads = (db: Kysely<Database>) =>
  db
    .selectFrom('upload as u')
    .innerJoin('stored_file as f', 'f.file_id', 'u.upload_id')
    .select(['u.upload_id', 'u.system', 'u.kind', 'u.platform', 'u.version', 'u.file_name', 'u.received', 'f.size', 'f.sha256'])
    .forUpdate('u')

/** Returns the upload of a package, locked until the transaction ends. */
export const lockUploadOf = ({ sql: db }: SystemDb, { system, kind, platform, version }: PackageKey) =>
  uploads(db)
    .where('u.system', '=', system)
    .where('u.kind', 'is not distinct from', kind)
    .where('u.platform', 'is not distinct from', platform)
    .where('u.version', '=', version)
    .executeTakeFirst()

/** Returns an upload, locked until the transaction ends: its parts come one after another. */
export const lockUpload = ({ sql: db }: SystemDb, upload_id: string) => uploads(db).where('u.upload_id', '=', upload_id).executeTakeFirst()

/** Inserts an upload; returns false if there is one of its package already. */
export async function insertUpload({ sql: db }: SystemDb, row: NewRow<'upload'>): Promise<boolean> {
  const made = await db
    .insertInto('upload')
    .values(row)
    .onConflict((conflict) => conflict.columns(['system', 'kind', 'platform', 'version']).doNothing())
    .returning('upload_id')
    .executeTakeFirst()
  return made !== undefined
}

export async function writeUpload(
  { sql: db }: SystemDb,
  upload_id: string,
  change: { received?: number; file_name?: string; create_time?: Date },
): Promise<void> {
  await db.updateTable('upload').set(change).where('upload_id', '=', upload_id).execute()
}

/** Ends an upload; its file stays. */
export async function deleteUpload({ sql: db }: SystemDb, upload_id: string): Promise<void> {
  await db.deleteFrom('upload').where('upload_id', '=', upload_id).execute()
}
