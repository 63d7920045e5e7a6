import type { TrafficPoint, TrafficRange } from '@weft/contract'

const HOUR = 3600
const lengths: Record<Exclude<TrafficRange, 'all'>, number> = { '12h': 12 * HOUR, '1d': 24 * HOUR, '1w': 168 * HOUR, '1m': 720 * HOUR }
type Span = readonly [from: number, until: number]

/** Returns the time axis of a range: all of it, also without points; for `all`, from the first point on. @param until Unix seconds */
export function spanOf(range: TrafficRange, points: readonly Pick<TrafficPoint, 'time'>[], until: number): Span {
  const first = points[0]?.time ?? until - HOUR
  const end = Math.max(until, points.at(-1)?.time ?? 0)
  return [range === 'all' ? Math.min(first, end - HOUR) : Math.min(first, end - lengths[range]), end]
}
