import { RECONNECT_MAX_SECONDS, RECONNECT_MIN_SECONDS } from '@weft/contract/agent-protocol'

/**
 * Returns how many seconds to wait before the next attempt to connect: a random time between the minimum and a bound, which doubles with
 * every failure up to the maximum. The time is drawn from this whole range also once the bound is at the maximum, so members that lost the
 * same controller do not return together (docs/design/data-plane.md §4.4).
 */
export function reconnectDelay(failures: number, random: () => number): number {
  const bound = Math.min(RECONNECT_MAX_SECONDS, RECONNECT_MIN_SECONDS * 2 ** Math.min(failures, 16))
  return RECONNECT_MIN_SECONDS + random() * Math.max(1, bound - RECONNECT_MIN_SECONDS)
}
