import type { Announcement, PageOf } from '@weft/contract'
import { type Kysely, sql } from 'kysely'
import type { AccountDb, SystemDb } from '../../../db/client.ts'
import type { Database, NewRow } from '../../../db/schema.ts'
import { containing } from '../../../db/search.ts'

export interface AnnouncementQuery {
  page: number
  limit: number
  search?: string
  /** True: only those that customers see. */
  released: boolean
}

const columns = () => [sql<string>`id::text`.as('id'), 'title', 'tag', 'release_time', 'link'] as const
const announcements = (db: Kysely<Database>, { released, search = '' }: Pick<AnnouncementQuery, 'released' | 'search'>) => {
  let found = db.selectFrom('announcement')
  if (released) found = found.where('release_time', '<=', sql<number>`now()`)
  if (search) found = found.where((eb) => eb.or([eb('title', 'ilike', containing(search)), eb('tag', 'ilike', containing(search))]))
  return found
}

/** Returns a page of announcements, newest first. They are the operator's and the same for every account. */
export async function pageAnnouncements(
  { sql: db }: AccountDb | SystemDb,
  { page, limit, ...which }: AnnouncementQuery,
): Promise<PageOf<Announcement>> {
  const found = announcements(db, which)
  const { count } = await found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await found
    .select(columns())
    .orderBy('release_time', 'desc')
    .orderBy('announcement.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, count }
}

export const findAnnouncement = ({ sql: db }: AccountDb | SystemDb, id: string, which: { released: boolean }) =>
  announcements(db, which)
    .where('id', '=', Number(id))
    .select([...columns(), 'content'])
    .executeTakeFirst()

export async function insertAnnouncement({ sql: db }: SystemDb, row: NewRow<'announcement'>): Promise<string> {
  const { id } = await db.insertInto('announcement').values(row).returning('id').executeTakeFirstOrThrow()
  return String(id)
}

/** Returns whether the announcement existed. */
export async function writeAnnouncement({ sql: db }: SystemDb, id: string, row: NewRow<'announcement'>): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable('announcement').set(row).where('id', '=', Number(id)).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the title of the deleted announcement; undefined if it did not exist. */
export async function deleteAnnouncementRow({ sql: db }: SystemDb, id: string): Promise<string | undefined> {
  const gone = await db.deleteFrom('announcement').where('id', '=', Number(id)).returning('title').executeTakeFirst()
  return gone?.title
}
