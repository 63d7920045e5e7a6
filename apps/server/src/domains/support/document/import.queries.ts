import { sql } from 'kysely'
import type { SystemDb } from '../../../db/client.ts'
import { containing } from '../../../db/search.ts'

export async function hasDocuments({ sql: db }: SystemDb): Promise<boolean> {
  return (await db.selectFrom('document').select('id').limit(1).executeTakeFirst()) !== undefined
}

const startsWith = (root: string): string => containing(root).slice(1)

/** Returns the documents that came from this folder. */
export async function listImported({ sql: db }: SystemDb, root: string) {
  return db
    .selectFrom('document')
    .where('source', 'like', startsWith(root))
    .select(['id', 'parent_id', 'title', 'content', 'position', 'source'])
    .execute()
}

export async function writeImportedPlace({ sql: db }: SystemDb, id: number, parent_id: number | null, position: number): Promise<void> {
  await db.updateTable('document').set({ parent_id, position }).where('id', '=', id).execute()
}

/** Removes documents of this folder that are no longer in it; what operators put below them goes to the top. Returns how many went. */
export async function deleteImported({ sql: db }: SystemDb, root: string, kept: readonly string[]): Promise<number> {
  const { rows: gone } = await sql<{ id: number }>`
    select id from document where source like ${startsWith(root)} and source <> all(${kept}::text[])`.execute(db)
  const ids = gone.map(({ id }) => id)
  if (ids.length === 0) return 0
  await sql`update document set parent_id = null where parent_id = any(${ids}::bigint[]) and id <> all(${ids}::bigint[])`.execute(db)
  await sql`delete from document where id = any(${ids}::bigint[])`.execute(db)
  return ids.length
}

/** Returns the stored pictures with these contents. */
export async function listPictures({ sql: db }: SystemDb, hashes: readonly string[]): Promise<{ sha256: string; file_id: string }[]> {
  if (hashes.length === 0) return []
  return db
    .selectFrom('stored_file')
    .where('sha256', 'in', [...hashes])
    .where('media_type', 'like', 'image/%')
    .select(['sha256', 'file_id'])
    .forKeyShare()
    .execute()
}
