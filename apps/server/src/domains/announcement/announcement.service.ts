import type { Announcement } from '@weft/contract'
import type { AccountDb, SystemDb } from '../../db/client.ts'
import { fromUnix } from '../../kernel/clock.ts'
import { insertAnnouncement, pageAnnouncements } from './announcement.queries.ts'

export type AnnouncementService = ReturnType<typeof createAnnouncementService>

export const createAnnouncementService = () => ({
  list: (db: AccountDb, query: { page: number; limit: number }) => pageAnnouncements(db, query),
  /** Shown to every account from its release time on. */
  publish: (db: SystemDb, { release_time, ...announcement }: Omit<Announcement, 'id'>) =>
    insertAnnouncement(db, { ...announcement, release_time: fromUnix(release_time) }),
})
