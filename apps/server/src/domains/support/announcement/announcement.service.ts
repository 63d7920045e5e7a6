import type { Announcement, contract, InputOf, OutputOf } from '@weft/contract'
import { sanitise } from '../../../adapters/rich-text/rich-text.ts'
import type { AccountDb, SystemDb } from '../../../db/client.ts'
import { fromUnix } from '../../../kernel/clock.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import * as queries from './announcement.queries.ts'

type Contract = typeof contract.announcements

/** Returns a page of the released announcements. */
export const listAnnouncements = (db: AccountDb, query: InputOf<Contract['list']>): Promise<OutputOf<Contract['list']>> =>
  queries.pageAnnouncements(db, { ...query, released: true })

/** Returns a released announcement. @throws announcementNotFound, also before its release */
export async function announcementInfo(db: AccountDb, { id }: InputOf<Contract['info']>): Promise<OutputOf<Contract['info']>> {
  const announcement = await queries.findAnnouncement(db, id, { released: true })
  if (!announcement) throw new Refusal('announcementNotFound')
  return announcement
}

export type AnnouncementDraft = Omit<Announcement, 'id'> & { content: string }
const rowOf = ({ release_time, content, ...draft }: AnnouncementDraft) => ({
  ...draft,
  content: sanitise(content),
  release_time: fromUnix(release_time),
})

/** Publishes an announcement, shown to every account from its release time on. Returns its id. */
export const publishAnnouncement = (db: SystemDb, draft: AnnouncementDraft): Promise<string> => queries.insertAnnouncement(db, rowOf(draft))

/** @throws announcementNotFound */
export async function changeAnnouncement(db: SystemDb, id: string, draft: AnnouncementDraft): Promise<void> {
  if (!(await queries.writeAnnouncement(db, id, rowOf(draft)))) throw new Refusal('announcementNotFound')
}

/** Deletes an announcement and returns its title. @throws announcementNotFound */
export async function deleteAnnouncement(db: SystemDb, id: string): Promise<string> {
  const title = await queries.deleteAnnouncementRow(db, id)
  if (title === undefined) throw new Refusal('announcementNotFound')
  return title
}

/** Returns a page of all announcements, with those that are not released yet. */
export const everyAnnouncement = (db: SystemDb, query: Omit<queries.AnnouncementQuery, 'released'>) =>
  queries.pageAnnouncements(db, { ...query, released: false })

/** @throws announcementNotFound */
export async function anyAnnouncement(db: SystemDb, id: string): Promise<OutputOf<Contract['info']>> {
  const announcement = await queries.findAnnouncement(db, id, { released: false })
  if (!announcement) throw new Refusal('announcementNotFound')
  return announcement
}
