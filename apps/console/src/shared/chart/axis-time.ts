import { absoluteTime } from '@weft/ui/parts/time.ts'

const DAY = 86_400

/** Returns the label below a line of the time axis; a line at midnight shows the day. @param span seconds that the axis covers */
export function tickText(seconds: number, span: number): string {
  const [day = '', clock = ''] = absoluteTime(seconds).split(' ')
  if (span <= 600) return clock
  if (span > 400 * DAY) return day.slice(0, 7)
  return clock === '00:00:00' ? day.slice(5) : clock.slice(0, 5)
}
