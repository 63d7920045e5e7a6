import type { Announcement, AnnouncementState, DeskAnnouncement, PageOf } from '@weft/contract'
import { sql } from 'kysely'
import type { AccountDb, SystemDb } from '../../../db/client.ts'
import type { NewRow } from '../../../db/schema.ts'
import { containing } from '../../../db/search.ts'

interface Paging {
  page: number
  limit: number
}
export interface AnnouncementQuery extends Paging {
  search: string
  state?: AnnouncementState | undefined
}

const columns = () => [sql<string>`id::text`.as('id'), 'title', 'tag', 'release_time', 'link'] as const
/** The condition that customers see an announcement now, whether or not the jobs have run. */
const isShown = sql<boolean>`draft = 0 and release_time <= now() and (end_time is null or end_time > now())`
const shown = ({ sql: db }: AccountDb) => db.selectFrom('announcement').where(isShown)

/** Returns a page of the announcements that customers see, newest first. They are the same for every account. */
export async function pageShown(account: AccountDb, { page, limit }: Paging): Promise<PageOf<Announcement>> {
  const { count } = await shown(account)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const rows = await shown(account)
    .select(columns())
    .orderBy('release_time', 'desc')
    .orderBy('announcement.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, count }
}

export const findShown = (account: AccountDb, id: string) =>
  shown(account)
    .where('id', '=', Number(id))
    .select([...columns(), 'content'])
    .executeTakeFirst()

/** Notes that a login has opened an announcement; the first time counts. */
export async function insertRead({ account_id, sql: db }: AccountDb, login_id: number, id: string): Promise<void> {
  await db
    .insertInto('announcement_read')
    .values({ account_id, login_id, announcement_id: Number(id) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

const state = sql<AnnouncementState>`case when draft = 1 then 'draft' when end_time <= now() then 'ended'
  when release_time > now() then 'planned' else 'released' end`
const deskColumns = () =>
  [
    sql<string>`announcement.id::text`.as('id'),
    'title',
    'tag',
    'link',
    state.as('state'),
    // The row of a draft has no release time of its own.
    sql<number | null>`case when draft = 1 then planned_time else release_time end`.as('release_time'),
    'end_time',
    'operator_name',
    'update_time',
    sql<number>`(select count(*) from announcement_read r where r.announcement_id = announcement.id)`.as('readers'),
    sql<number>`(select count(distinct r.account_id) from announcement_read r where r.announcement_id = announcement.id)`.as(
      'reader_accounts',
    ),
  ] as const

/** Returns a page of all announcements with their readers: drafts first, then newest first. */
export async function pageAll(
  { sql: db }: SystemDb,
  { page, limit, search, state: wanted }: AnnouncementQuery,
): Promise<PageOf<DeskAnnouncement>> {
  let found = db.selectFrom('announcement')
  if (search !== '') found = found.where((eb) => eb.or([eb('title', 'ilike', containing(search)), eb('tag', 'ilike', containing(search))]))
  if (wanted !== undefined) found = found.where(state, '=', wanted)
  const { count } = await found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await found
    .select(deskColumns())
    .orderBy('announcement.release_time', 'desc')
    .orderBy('announcement.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, count }
}

export const findAny = ({ sql: db }: SystemDb, id: string) =>
  db
    .selectFrom('announcement')
    .where('announcement.id', '=', Number(id))
    .select([...deskColumns(), 'content', 'version'])
    .executeTakeFirst()

/** Locks an announcement until the transaction ends. */
export const lockAnnouncement = ({ sql: db }: SystemDb, id: string) =>
  db
    .selectFrom('announcement')
    .select(['version', 'release_time', 'end_time', 'draft'])
    .where('id', '=', Number(id))
    .forUpdate()
    .executeTakeFirst()

export async function insertAnnouncement({ sql: db }: SystemDb, row: NewRow<'announcement'>): Promise<string> {
  const { id } = await db.insertInto('announcement').values(row).returning('id').executeTakeFirstOrThrow()
  return String(id)
}

/** Writes an announcement, and raises its version. */
export const writeAnnouncement = ({ sql: db }: SystemDb, id: string, row: Partial<NewRow<'announcement'>>) =>
  db
    .updateTable('announcement')
    .set({ ...row, version: sql<number>`version + 1`, update_time: sql<Date>`now()` })
    .where('id', '=', Number(id))
    .execute()

/** Returns the title of the deleted announcement; undefined if it did not exist. */
export async function deleteAnnouncementRow({ sql: db }: SystemDb, id: string): Promise<string | undefined> {
  const gone = await db.deleteFrom('announcement').where('id', '=', Number(id)).returning('title').executeTakeFirst()
  return gone?.title
}

interface Turned {
  id: string
  title: string
}
/** Notes the releases and ends whose time has come, each once, and returns the announcements. */
export async function noteDue({ sql: db }: SystemDb): Promise<{ released: Turned[]; ended: Turned[] }> {
  const named = [sql<string>`id::text`.as('id'), 'title'] as const
  const released = await db
    .updateTable('announcement')
    .set({ released: 1 })
    .where('draft', '=', 0)
    .where('released', '=', 0)
    .where('release_time', '<=', sql<number>`now()`)
    .returning(named)
    .execute()
  const ended = await db
    .updateTable('announcement')
    .set({ ended: 1 })
    .where('draft', '=', 0)
    .where('ended', '=', 0)
    .where('end_time', '<=', sql<number>`now()`)
    .returning(named)
    .execute()
  return { released, ended }
}
