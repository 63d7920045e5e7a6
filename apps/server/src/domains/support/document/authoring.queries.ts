import { sql } from 'kysely'
import type { SystemDb } from '../../../db/client.ts'
import { containing } from '../../../db/search.ts'

/** Locks the tree until the transaction ends: two moves at once could close a circle that neither sees. */
export async function holdTree({ sql: db }: SystemDb): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('weft documents'))`.execute(db)
}

export interface DocumentText {
  title: string
  content: string
  /** Words of the content, for the search. */
  plain: string
}

/** Inserts a document as the last of its siblings. */
export async function insertDocument(
  { sql: db }: SystemDb,
  { parent_id, source = null, ...text }: DocumentText & { parent_id: number | null; source?: string | null },
): Promise<number> {
  const { id } = await db
    .insertInto('document')
    .values(({ selectFrom }) => ({
      ...text,
      parent_id,
      source,
      position: selectFrom('document')
        .where('parent_id', 'is not distinct from', parent_id)
        .select(sql<number>`coalesce(max(position) + 1, 0)`.as('next')) as never,
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function writeDocument({ sql: db }: SystemDb, id: number, text: DocumentText): Promise<void> {
  await db
    .updateTable('document')
    .set({ ...text, update_time: sql`now()` as never })
    .where('id', '=', id)
    .execute()
}

/** Returns the place of a document among its siblings, counted from 0. */
export async function placeOf({ sql: db }: SystemDb, id: number): Promise<{ parent_id: number | null; position: number } | undefined> {
  const { rows } = await sql<{ parent_id: number | null; position: number }>`
    select d.parent_id, (select count(*) from document s where s.parent_id is not distinct from d.parent_id and (s.position, s.id) < (d.position, d.id)) as position
    from document d where d.id = ${id}`.execute(db)
  return rows[0]
}

/** Puts a document before the sibling at `position`, and numbers all siblings again from 0. */
export async function writePlace({ sql: db }: SystemDb, id: number, parent_id: number | null, position: number): Promise<void> {
  await sql`update document d set parent_id = ${parent_id}::bigint, position = o.n
    from (select id, row_number() over (order by place, moved desc, id) - 1 as n from (
        select id, false as moved, row_number() over (order by position, id) - 1 as place from document
          where parent_id is not distinct from ${parent_id}::bigint and id <> ${id}
        union all select ${id}::bigint, true, ${position}::bigint) s) o
    where d.id = o.id and (d.id = ${id} or d.position <> o.n)`.execute(db)
}

/** Numbers the documents of one parent again from 0. */
export async function renumber({ sql: db }: SystemDb, parent_id: number | null): Promise<void> {
  await sql`update document d set position = o.n
    from (select id, row_number() over (order by position, id) - 1 as n from document where parent_id is not distinct from ${parent_id}::bigint) o
    where d.id = o.id and d.position <> o.n`.execute(db)
}

export async function deleteDocuments({ sql: db }: SystemDb, ids: readonly number[]): Promise<void> {
  await sql`delete from document where id = any(${ids}::bigint[])`.execute(db)
}

/** Sets which stored files a document shows. A file that is being deleted at this moment does not come back. */
export async function writeFiles(
  { sql: db }: SystemDb,
  id: number,
  files: readonly { file_id: string; file_name: string }[],
): Promise<void> {
  await sql`delete from document_file where document_id = ${id}`.execute(db)
  if (files.length === 0) return
  await sql`insert into document_file (document_id, file_id, file_name)
    select ${id}::bigint, f.file_id, n.file_name from unnest(${files.map(({ file_id }) => file_id)}::uuid[], ${files.map(({ file_name }) => file_name)}::text[])
      as n(file_id, file_name) join (select file_id from stored_file where file_id = any(${files.map(({ file_id }) => file_id)}::uuid[]) for key share) f using (file_id)
    on conflict do nothing`.execute(db)
}

/** Returns a page of documents in the order in which they are read. The search takes a part of the title or the text. */
export async function pageDocuments({ sql: db }: SystemDb, { page, limit, search }: { page: number; limit: number; search: string }) {
  const found = search ? sql`where (d.title || ' ' || d.plain) ilike ${containing(search)}` : sql``
  const { rows } = await sql<{ id: string; parent_id: string | null; title: string; position: number; update_time: number; count: number }>`
    with recursive tree as (
      select id, array[position, id] as path from document where parent_id is null
      union all select d.id, t.path || array[d.position, d.id] from document d join tree t on d.parent_id = t.id)
    select d.id::text as id, d.parent_id::text as parent_id, d.title, d.position, d.update_time
    from tree t join document d using (id) ${found} order by t.path limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const total = await sql<{ count: number }>`select count(*) as count from document d ${found}`.execute(db)
  return { rows, count: total.rows[0]!.count }
}
