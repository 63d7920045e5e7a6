import { DAY_SECONDS, type TunnelBytes } from '@weft/contract'
import type { LinkKey } from './events.rules.ts'
import { DEVICE_AHEAD_SECONDS } from '../kernel/clock.ts'
import { MOST_RATE } from './telemetry.rules.ts'

/** The bytes that a tunnel has carried since it came up, at `since` in the controller's time. */
export interface CarriedBytes extends LinkKey {
  since: number
  input: number
  out: number
}

/** The longest that a tunnel may have been up, in seconds: ten years. */
const OLDEST = 10 * 365 * DAY_SECONDS

/**
 * Returns a device's count of a tunnel's bytes in the controller's time; undefined if the tunnel would have come up in the future, or longer
 * ago than any.
 * @param skew the controller's clock minus the device's
 */
export function carriedBytes(
  { account_id, router_name }: { account_id: number; router_name: string },
  { network_number, who, dialled, since, input, out }: TunnelBytes,
  skew: number,
  now: number,
): CarriedBytes | undefined {
  const began = since + skew
  if (began > now + DEVICE_AHEAD_SECONDS || began < now - OLDEST) return undefined
  const [center_router_name, point] = dialled ? [who, router_name] : [router_name, who]
  return { account_id, network_number, center_router_name, router_name: point, since: Math.min(began, now), input, out }
}

/** The bytes of a tunnel that its device had counted at the time `at` of the device's clock. */
export interface TunnelCount extends Pick<TunnelBytes, 'since' | 'input' | 'out'> {
  at: number
}

/** The longest time between two counts, in seconds: devices count every minute, and one report may be lost. */
const LONGEST = 150

/**
 * Returns what a tunnel carried in the minute that lies amid two counts, as if the bytes between them had passed evenly; undefined if the
 * counts are of different tunnels or too far apart, or if no tunnel can have carried so much. Two counts seldom are a minute apart to the
 * second, so now and then a minute is left out.
 * @param skew the controller's clock minus the device's @returns its beginning in the controller's time, and bytes
 */
export function minuteBetween(
  before: TunnelCount,
  after: TunnelCount,
  skew: number,
): { time: number; down: number; upload: number } | undefined {
  const seconds = after.at - before.at
  if (before.since !== after.since || seconds <= 0 || seconds > LONGEST) return undefined
  const rate = (earlier: number, later: number) => Math.max(0, later - earlier) / seconds
  const [down, upload] = [rate(before.input, after.input), rate(before.out, after.out)]
  if (Math.max(down, upload) * 8 > MOST_RATE) return undefined
  const middle = Math.floor((before.at + after.at) / 2) + skew
  return { time: middle - (middle % 60), down: Math.round(down * 60), upload: Math.round(upload * 60) }
}

/**
 * Returns whether this end's counts are those of the link. They are those of the end that dialled, or of the center for a software
 * member, whose client need not be connected to the controller.
 */
export const countsForLink = ({ network_number, who, dialled }: TunnelBytes): boolean =>
  network_number !== '' && (dialled || who.includes('@'))
