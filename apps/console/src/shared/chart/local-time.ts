const two = (n: number) => String(n).padStart(2, '0')
/** Minutes that Asia/Shanghai, in which lists tell their times, is ahead of UTC. */
const SHANGHAI = 480

/** `HH:mm:ss`, in the zone of whoever looks. @param seconds Unix time */
export function localClock(seconds: number): string {
  const date = new Date(seconds * 1000)
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}
/** `YYYY-MM-DD`. */
export function localDay(seconds: number): string {
  const date = new Date(seconds * 1000)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
/** `YYYY-MM-DD HH:mm:ss`. */
export const localTime = (seconds: number): string => `${localDay(seconds)} ${localClock(seconds)}`

const DAY = 86_400

/** What stands below a line of the time axis; a day's first line tells the day. @param span seconds that the axis covers */
export function tickText(seconds: number, span: number): string {
  const clock = localClock(seconds)
  if (span <= 600) return clock
  if (span > 400 * DAY) return localDay(seconds).slice(0, 7)
  return clock === '00:00:00' ? localDay(seconds).slice(5) : clock.slice(0, 5)
}

/** `UTC+01:00` where the zone of whoever looks is not that of the lists. */
export function foreignZone(at: Date = new Date()): string | undefined {
  const ahead = -at.getTimezoneOffset()
  if (ahead === SHANGHAI) return undefined
  const minutes = Math.abs(ahead)
  return `UTC${ahead < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
