import { dayOf, daysBetween } from '@weft/ui/form/day-range.ts'

const DAY_SECONDS = 86_400
/** The periods offered for a key, in days; any other end is chosen as a calendar day. */
export const periods = [30, 90, 180, 365] as const
export type Period = (typeof periods)[number] | 'day'

/** Returns the last second of a key. @param day yyyy-MM-dd in Shanghai, of the period `day` @param now Unix seconds */
export function expiryOf(period: Period, day: string | undefined, now: number): number {
  if (period !== 'day') return Math.floor(now) + period * DAY_SECONDS
  return day === undefined ? 0 : Number(daysBetween(day, day).end_time)
}

/** Returns the last day that can be chosen: its end is within the server's limit of 366 days. @param now Unix seconds */
export const latestDay = (now: number): string => dayOf(now + 365 * DAY_SECONDS)
