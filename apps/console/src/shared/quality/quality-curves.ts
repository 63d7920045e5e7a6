import type { LinkQualityPoint, LinkQualityRow } from '@weft/contract'
import { jitterOf } from '@weft/network-rules'

/** Curves of equal length over regular times, in Unix seconds; null where nothing was measured. Milliseconds and percent. */
export interface Curves {
  times: number[]
  rtt: (number | null)[]
  rtt_p95: (number | null)[]
  loss: (number | null)[]
  jitter: (number | null)[]
}

/** Returns the curves of a link of the list. */
export const curvesOfRow = ({ series: { from, step, ...curves } }: Pick<LinkQualityRow, 'series'>): Curves => ({
  times: curves.rtt.map((_, at) => from + at * step),
  ...curves,
})

/** Returns the curves of points, of which those without a measurement are left out, with all points of the span that ends now. */
export function curvesOfPoints(
  points: readonly LinkQualityPoint[],
  step: number,
  [from, until]: readonly [from: number, until: number],
): Curves {
  const known = new Map(points.map((point) => [point.time, point]))
  const first = Math.ceil(from / step) * step
  const times = Array.from({ length: Math.max(1, Math.floor((until - first) / step) + 1) }, (_, at) => first + at * step)
  const curve = (value: (point: LinkQualityPoint) => number | null) =>
    times.map((time) => {
      const point = known.get(time)
      return point ? value(point) : null
    })
  return {
    times,
    rtt: curve((point) => point.rtt_p50),
    rtt_p95: curve((point) => point.rtt_p95),
    loss: curve((point) => Math.max(point.loss_out, point.loss_back)),
    jitter: curve(jitterOf),
  }
}

/** Ends of an axis that are read at a glance. */
const TOPS = [10, 20, 40, 60, 80, 100, 120, 160, 200, 300, 400, 600, 800, 1000, 1500, 2000, 3000, 5000, 10_000]

/** Returns the end of an axis that shows all values. */
export const topOf = (values: readonly (number | null)[]): number => {
  const most = Math.max(0, ...values.filter((value) => value !== null)) * 1.05
  return TOPS.find((top) => top >= most) ?? Math.ceil(most)
}

/** Returns milliseconds as text, with a decimal below 10. */
export const msText = (value: number | null): string =>
  value === null ? '—' : `${value < 10 ? Number(value.toFixed(1)) : Math.round(value)} ms`
export const percentText = (value: number | null): string => (value === null ? '—' : `${value.toFixed(1)}%`)
