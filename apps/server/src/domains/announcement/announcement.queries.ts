import type { Announcement, PageOf } from '@weft/contract'
import { sql } from 'kysely'
import type { AccountDb, SystemDb } from '../../db/client.ts'
import type { NewRow } from '../../db/schema.ts'

/** What has been released, newest first. Announcements are the operator's and the same for every account. */
export async function pageAnnouncements(
  { sql: db }: AccountDb,
  { page, limit }: { page: number; limit: number },
): Promise<PageOf<Announcement>> {
  const released = db.selectFrom('announcement').where('release_time', '<=', sql<number>`now()`)
  const { count } = await released.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await released
    .select(({ cast }) => [cast<string>('id', 'text').as('id'), 'title', 'tag', 'release_time', 'link'])
    .orderBy('release_time', 'desc')
    .orderBy('announcement.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, count }
}

export async function insertAnnouncement({ sql: db }: SystemDb, row: NewRow<'announcement'>): Promise<void> {
  await db.insertInto('announcement').values(row).execute()
}
