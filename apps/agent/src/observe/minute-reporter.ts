import type { TrafficMinute } from '@weft/contract'
import { seeded } from '../seeded.ts'

/**
 * Says which minute is due to be reported. Devices report at their own moment within the next minute, so that thousands do not
 * report at once.
 */
export function minuteReporter(router_name: string, traffic: (minute: number) => TrafficMinute[]) {
  const offset = 1 + Math.floor(seeded(`${router_name} minute`) * 55)
  let last: number | undefined
  return {
    /** @param now Unix milliseconds */
    due(now: number): TrafficMinute[] {
      const seconds = Math.floor(now / 1000) - offset
      const minute = seconds - (seconds % 60)
      const before = last
      last = minute
      return before === undefined || minute <= before ? [] : traffic(minute - 60)
    },
  }
}
