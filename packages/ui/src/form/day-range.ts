import { absoluteTime } from '../parts/time.ts'
import { serverSeconds } from '../time/server-time.ts'

/** Whole days in Asia/Shanghai, as a list requests them: Unix seconds as text, both ends in the range. */
export interface DayRange {
  start_time: string
  end_time: string
}

/** Returns the day of a moment as yyyy-MM-dd, in Asia/Shanghai. @param seconds Unix time */
export const dayOf = (seconds: number): string => absoluteTime(seconds).slice(0, 10)

const DAY_SECONDS = 86_400
const firstSecond = (day: string): number => Date.parse(`${day}T00:00:00+08:00`) / 1000

/** Returns the range from the first second of one day to the last of another. @param start @param end as yyyy-MM-dd */
export const daysBetween = (start: string, end: string): DayRange => ({
  start_time: String(firstSecond(start)),
  end_time: String(firstSecond(end) + DAY_SECONDS - 1),
})

/** Returns the range from this many days ago until the end of today. @param now Unix time */
export function lastDays(days: number, now: number = serverSeconds()): DayRange {
  const today = dayOf(now)
  return daysBetween(dayOf(firstSecond(today) - days * DAY_SECONDS), today)
}
