import { textNow } from '../i18n/use-text.ts'
import { serverSeconds } from '../time/server-time.ts'
import * as text from './parts.text.ts'

/** The zone in which all times are shown and all days begin, wherever the browser is. */
export const ZONE = 'Asia/Shanghai'

const clock = new Intl.DateTimeFormat('sv-SE', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** Returns `YYYY-MM-DD HH:mm:ss` in Asia/Shanghai. @param seconds Unix time */
export const absoluteTime = (seconds: number): string => clock.format(seconds * 1000)
/** Returns `YYYY-MM-DD HH:mm`, as shown in lists. */
export const listTime = (seconds: number): string => absoluteTime(seconds).slice(0, 16)

/**
 * Returns 「刚刚」, 「5 分钟前」, 「3 小时前」, `MM-DD HH:mm` in this year, or the whole date (docs/design/screens.md §0.4).
 * @param now Unix time
 */
export function relativeTime(seconds: number, now: number = serverSeconds()): string {
  const t = textNow(text)
  const ago = now - seconds
  if (ago < 60) return t.justNow
  if (ago < 3600) return t.minutesAgo(Math.floor(ago / 60))
  if (ago < 86_400) return t.hoursAgo(Math.floor(ago / 3600))
  const sameYear = absoluteTime(seconds).slice(0, 4) === absoluteTime(now).slice(0, 4)
  return sameYear ? listTime(seconds).slice(5) : listTime(seconds)
}

/** Returns 「12 天 3 小时」, 「5 分 20 秒」: two units at most. @param seconds a length of time */
export function duration(seconds: number): string {
  const t = textNow(text)
  const whole = Math.max(0, Math.floor(seconds))
  const [d, h, m, s] = [Math.floor(whole / 86_400), Math.floor(whole / 3600) % 24, Math.floor(whole / 60) % 60, whole % 60]
  const pair = (first: string, rest: number, second: string) => (rest > 0 ? `${first} ${second}` : first)
  if (d > 0) return pair(t.days(d), h, t.hours(h))
  if (h > 0) return pair(t.hours(h), m, t.minutes(m))
  if (m > 0) return s > 0 ? `${t.minutes(m)} ${t.seconds(s)}` : t.wholeMinutes(m)
  return t.seconds(s)
}

/** Returns for how long something has lasted, as `duration` does, but without seconds once it is a minute: a page is not a stopwatch. */
export const lasting = (seconds: number): string => duration(seconds < 60 ? seconds : seconds - (seconds % 60))
