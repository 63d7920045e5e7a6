const two = (n: number) => String(n).padStart(2, '0')
/** Minutes that Asia/Shanghai, the zone of times in lists, is ahead of UTC. */
const SHANGHAI = 480

/** Writes a time as `HH:mm:ss` in the browser's zone. @param seconds Unix time */
export function localClock(seconds: number): string {
  const date = new Date(seconds * 1000)
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}
/** Writes a day as `YYYY-MM-DD` in the browser's zone. */
export function localDay(seconds: number): string {
  const date = new Date(seconds * 1000)
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
/** Writes a time as `YYYY-MM-DD HH:mm:ss` in the browser's zone. */
export const localTime = (seconds: number): string => `${localDay(seconds)} ${localClock(seconds)}`

const DAY = 86_400

/** Returns the label below a line of the time axis; a line at midnight shows the day. @param span seconds that the axis covers */
export function tickText(seconds: number, span: number): string {
  const clock = localClock(seconds)
  if (span <= 600) return clock
  if (span > 400 * DAY) return localDay(seconds).slice(0, 7)
  return clock === '00:00:00' ? localDay(seconds).slice(5) : clock.slice(0, 5)
}

/** Returns the browser's zone, such as `UTC+01:00`, if it differs from the zone of lists. */
export function foreignZone(at: Date = new Date()): string | undefined {
  const ahead = -at.getTimezoneOffset()
  if (ahead === SHANGHAI) return undefined
  const minutes = Math.abs(ahead)
  return `UTC${ahead < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
