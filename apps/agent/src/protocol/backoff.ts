import { RECONNECT_MAX_SECONDS, RECONNECT_MIN_SECONDS } from '@weft/contract/agent-protocol'

/**
 * Returns the seconds before a try to connect: anywhere between the minimum and a bound that doubles with every failure. At the largest
 * bound the whole span is still used, so members that lost one controller do not come back together (docs/design/data-plane.md §4.4).
 */
export function reconnectDelay(failures: number, random: () => number): number {
  const bound = Math.min(RECONNECT_MAX_SECONDS, RECONNECT_MIN_SECONDS * 2 ** Math.min(failures, 16))
  return RECONNECT_MIN_SECONDS + random() * Math.max(1, bound - RECONNECT_MIN_SECONDS)
}
