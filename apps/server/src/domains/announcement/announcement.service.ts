import type { Announcement, PageOf } from '@weft/contract'
import type { AccountDb, SystemDb } from '../../db/client.ts'
import { fromUnix } from '../../kernel/clock.ts'
import { insertAnnouncement, pageAnnouncements } from './announcement.queries.ts'

export const listAnnouncements = (db: AccountDb, query: { page: number; limit: number }): Promise<PageOf<Announcement>> =>
  pageAnnouncements(db, query)

/** Shown to every account from its release time on. */
export const publishAnnouncement = (db: SystemDb, { release_time, ...announcement }: Omit<Announcement, 'id'>): Promise<void> =>
  insertAnnouncement(db, { ...announcement, release_time: fromUnix(release_time) })
