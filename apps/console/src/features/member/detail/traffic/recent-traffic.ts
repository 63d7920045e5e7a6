import { contract, type TrafficPoint } from '@weft/contract'
import { serverSecondsAt } from '@weft/ui/time/server-time.ts'
import { useHistory } from '../../../../shared/chart/use-history.ts'

/** Seconds before now with which live traffic begins. */
export const RECENT_SECONDS = 1800
const MINUTE = 60
const none: readonly TrafficPoint[] = []

/** Returns the minutes of an interface in the last half day, for live traffic to begin with, and when they were read; 0 before that. */
export function useRecentTraffic(router_name: string, name: string | undefined) {
  const history = useHistory(contract.traffic.history, name === undefined ? undefined : { router_name, interface: name, range: '12h' }, {
    live: true,
  })
  return {
    minutes: history.isPlaceholderData ? none : (history.data ?? none),
    read: history.dataUpdatedAt === 0 ? 0 : Math.floor(serverSecondsAt(history.dataUpdatedAt)),
  }
}

/** Returns the minutes of the last half hour, followed by the live points, which are finer. @param now Unix seconds */
export function joinedTraffic(minutes: readonly TrafficPoint[], live: readonly TrafficPoint[], now: number): TrafficPoint[] {
  const begin = live[0]?.time ?? Infinity
  return [...minutes.filter(({ time }) => time > now - RECENT_SECONDS - MINUTE && time + MINUTE <= begin), ...live]
}

/** Returns since when an interface has no data, if it had some in the last half day; undefined while it has. @param now Unix seconds */
export function silentSince(minutes: readonly TrafficPoint[], live: readonly TrafficPoint[], now: number): number | undefined {
  const last = minutes.at(-1)
  if (live.length > 0 || last === undefined) return undefined
  const end = last.time + MINUTE
  // A minute reaches the controller up to two minutes after it ends.
  return now - end > 3 * MINUTE ? end : undefined
}
