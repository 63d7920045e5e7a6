import type { Announcement, contract, InputOf, OutputOf, opsContract } from '@weft/contract'
import { publish } from '../../../adapters/bus/publish.ts'
import { sanitise } from '../../../adapters/rich-text/rich-text.ts'
import type { AccountDb, Db, SystemDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { fromUnix, unix } from '../../../kernel/clock.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { auditSystem, OPERATOR_CHAIN } from '../../foundation/audit/audit.service.ts'
import { endedByTime, releasedByTime } from './announcement.audit.ts'
import * as queries from './announcement.queries.ts'
import { judgeTimes, releaseOf, UNRELEASED } from './announcement.rules.ts'

type Contract = typeof contract.announcements
type Desk = typeof opsContract.announcements

/** Returns a page of the announcements that customers see now. */
export const listAnnouncements = (db: AccountDb, query: InputOf<Contract['list']>): Promise<OutputOf<Contract['list']>> =>
  queries.pageShown(db, query)

/**
 * Returns an announcement and notes who read it: a person who signed in, neither an access key nor an operator with a login link.
 * @throws announcementNotFound, also before its release and after its end
 */
export async function announcementInfo(
  db: AccountDb,
  { login_id, session_kind }: Pick<Actor, 'login_id' | 'session_kind'>,
  { id }: InputOf<Contract['info']>,
): Promise<OutputOf<Contract['info']>> {
  const announcement = await queries.findShown(db, id)
  if (!announcement) throw new Refusal('announcementNotFound')
  if (session_kind === 'password') await queries.insertRead(db, login_id, id)
  return announcement
}

/** An announcement as it is written. */
export type AnnouncementDraft = Omit<Announcement, 'id' | 'release_time'> & {
  content: string
  release_time: number | null
  end_time?: number | null
  save?: InputOf<Desk['create']>['save']
}

/** Returns the row of an announcement. Releases and ends that are past are noted already: the jobs need not tell them. */
function rowOf({ content, save, release_time, end_time = null, ...draft }: AnnouncementDraft, now: Date) {
  const at = release_time === null ? null : fromUnix(release_time)
  const shown = {
    draft: save === 'draft' ? (1 as const) : (0 as const),
    planned_time: save === 'draft' ? at : null,
    release_time: save === 'draft' ? UNRELEASED : at!,
    end_time: end_time === null ? null : fromUnix(end_time),
  }
  const past = (time: Date | null) => (time !== null && time <= now ? (1 as const) : (0 as const))
  return { ...draft, content: sanitise(content), ...shown, released: past(shown.release_time), ended: past(shown.end_time) }
}

/** Tells open consoles that they show other announcements from now on. */
const tellAll = (db: SystemDb) => publish(db, { type: 'message', account_id: 'all' })

/**
 * Writes a new announcement: a draft, or shown to every account from its release until its end. Returns its id.
 * @throws announcementPast, announcementTimeMissing, announcementEnd
 */
export async function publishAnnouncement(
  db: SystemDb,
  draft: AnnouncementDraft,
  { now = new Date(), operator_name = '' }: { now?: Date; operator_name?: string } = {},
): Promise<string> {
  const timed = { ...draft, release_time: releaseOf(draft, null, unix(now)) }
  judgeTimes(timed, null, unix(now))
  const row = rowOf(timed, now)
  const id = await queries.insertAnnouncement(db, { ...row, operator_name })
  if (row.released === 1) await tellAll(db)
  return id
}

/** @throws announcementNotFound, changedElsewhere if it is no longer the given version, and what publishAnnouncement throws */
export async function changeAnnouncement(
  db: SystemDb,
  id: string,
  { version, ...draft }: AnnouncementDraft & { version?: number | undefined },
  { now, operator_name }: { now: Date; operator_name: string },
): Promise<void> {
  const before = await queries.lockAnnouncement(db, id)
  if (!before) throw new Refusal('announcementNotFound')
  if (version !== undefined && version !== before.version) throw new Refusal('changedElsewhere')
  const released = before.draft === 0 && before.release_time <= unix(now) ? before.release_time : null
  const timed = { ...draft, release_time: releaseOf(draft, released, unix(now)) }
  judgeTimes(timed, before, unix(now))
  await queries.writeAnnouncement(db, id, { ...rowOf(timed, now), operator_name })
  await tellAll(db)
}

/** Takes an announcement down now, and returns its title. @throws announcementNotFound, announcementNotShown */
export async function endAnnouncement(
  db: SystemDb,
  id: string,
  { now, operator_name }: { now: Date; operator_name: string },
): Promise<string> {
  if (!(await queries.lockAnnouncement(db, id))) throw new Refusal('announcementNotFound')
  const { state, title } = (await queries.findAny(db, id))!
  if (state !== 'released') throw new Refusal('announcementNotShown')
  await queries.writeAnnouncement(db, id, { end_time: now, ended: 1, operator_name })
  await tellAll(db)
  return title
}

/** Deletes an announcement and returns its title. @throws announcementNotFound */
export async function deleteAnnouncement(db: SystemDb, id: string): Promise<string> {
  const title = await queries.deleteAnnouncementRow(db, id)
  if (title === undefined) throw new Refusal('announcementNotFound')
  await tellAll(db)
  return title
}

/** Returns a page of all announcements, with drafts and those that are not released yet. */
export const everyAnnouncement = (db: SystemDb, query: queries.AnnouncementQuery): Promise<OutputOf<Desk['list']>> =>
  queries.pageAll(db, query)

/** @throws announcementNotFound */
export async function anyAnnouncement(db: SystemDb, id: string): Promise<OutputOf<Desk['info']>> {
  const announcement = await queries.findAny(db, id)
  if (!announcement) throw new Refusal('announcementNotFound')
  return announcement
}

/**
 * Logs the releases and ends whose time has come, each once, and tells open consoles. Customers see and lose an announcement at its very
 * second, whether or not this has run.
 */
export const releaseDue = (db: Pick<Db, 'system'>): Promise<void> =>
  db.system(async (system) => {
    const { released, ended } = await queries.noteDue(system)
    for (const one of released) await auditSystem(system, OPERATOR_CHAIN, releasedByTime(one))
    for (const one of ended) await auditSystem(system, OPERATOR_CHAIN, endedByTime(one))
    if (released.length + ended.length > 0) await tellAll(system)
  })
