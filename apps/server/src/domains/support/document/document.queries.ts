import { sql } from 'kysely'
import type { SystemDb } from '../../../db/client.ts'
import { containing } from '../../../db/search.ts'
import type { DocumentTitle } from './document.rules.ts'

/** Returns every document without its content, siblings in their order. */
export const listTitles = ({ sql: db }: SystemDb): Promise<DocumentTitle[]> =>
  db
    .selectFrom('document')
    .select(['id', 'parent_id', 'title', sql<0 | 1>`(content <> '')::int`.as('written')])
    .orderBy('position')
    .orderBy('id')
    .execute()

const whole = ({ sql: db }: SystemDb) => db.selectFrom('document').select(['id', 'parent_id', 'title', 'content', 'update_time'])

export const findDocument = (db: SystemDb, id: string) => whole(db).where('id', '=', Number(id)).executeTakeFirst()
/** Returns the document that was imported from this path. */
export const findImported = (db: SystemDb, source: string) => whole(db).where('source', '=', source).executeTakeFirst()

const MOST_FOUND = 20
/** Characters of an excerpt, and how many of them come before the hit. */
const EXCERPT = { length: 120, before: 30 }

/** Returns documents that hold every word, those with words in the title first; the trigram index finds each word. */
export async function searchDocuments({ sql: db }: SystemDb, words: readonly string[]) {
  const [first = ''] = words
  const { rows } = await sql<{ id: string; title: string; excerpt: string }>`
    select id::text as id, title,
      case when start > 1 then '…' else '' end || substr(plain, start, ${EXCERPT.length}) ||
        case when length(plain) >= start + ${EXCERPT.length} then '…' else '' end as excerpt
    from (select id, title, plain, greatest(1, coalesce(nullif(strpos(lower(plain), ${first}), 0), 1) - ${EXCERPT.before}) as start,
        ${sql.join(
          words.map((word) => sql`(title ilike ${containing(word)})::int`),
          sql` + `,
        )} as in_title
      from document where ${sql.join(
        words.map((word) => sql`(title || ' ' || plain) ilike ${containing(word)}`),
        sql` and `,
      )}
      order by in_title desc, length(plain), id limit ${MOST_FOUND}) found
    order by in_title desc, length(plain), id`.execute(db)
  return rows
}
