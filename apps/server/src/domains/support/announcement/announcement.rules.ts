import { Refusal } from '../../../kernel/refusal.ts'

interface Times {
  save?: 'draft' | 'now' | 'schedule' | undefined
  /** In Unix seconds, as all times here. */
  release_time: number | null
  end_time?: number | null
}

/** The release time of a draft's row: the last moment of the calendar, so that a program that knows no drafts shows it to nobody. */
export const UNRELEASED = new Date('9999-12-31T23:59:59Z')

/**
 * Returns when an announcement is released; null for a draft without a plan.
 * @param released when it was released before; null if it was not
 * @throws announcementPast, announcementTimeMissing
 */
export function releaseOf({ save, release_time }: Times, released: number | null, now: number): number | null {
  if (save === 'draft') return release_time
  if (save === 'now') return released ?? now
  if (release_time === null) throw new Refusal('announcementTimeMissing')
  if (save === 'schedule' && release_time <= now) throw new Refusal('announcementPast')
  return release_time
}

/** Refuses an end that is past, unless it was before, or that is not after the release. @throws announcementEnd */
export function judgeTimes({ release_time, end_time = null }: Times, before: { end_time: number | null } | null, now: number): void {
  if (end_time === null) return
  const past = end_time <= now && end_time !== before?.end_time
  if (past || (release_time !== null && end_time <= release_time)) throw new Refusal('announcementEnd')
}
