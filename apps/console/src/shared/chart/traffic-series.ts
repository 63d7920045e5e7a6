import type { TrafficHistoryPoint, TrafficPoint } from '@weft/contract'

/** The data of a plot: times, downstream, upstream. Null is a gap. */
export type Series = [times: number[], down: (number | null)[], upload: (number | null)[]]

/** The lowest end of the axis in bit/s, so that noise on an idle line stays small. */
const LOWEST_TOP = 100_000
/** Grid lines above 0. */
export const LINES = 4
/** A pause of more than this many times the usual distance between points is a gap. */
const GAP = 1.6

/** Returns the median distance between two points, in seconds. @param otherwise the result for fewer than two points */
export function stepOf(points: readonly Pick<TrafficPoint, 'time'>[], otherwise: number): number {
  const steps = points.slice(1).map(({ time }, at) => time - (points[at]?.time ?? 0))
  return steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? otherwise
}

/** Returns the points as lines that break where nothing was measured. @param step seconds from point to point */
export function seriesOf(points: readonly TrafficPoint[], step: number): Series {
  const series: Series = [[], [], []]
  let before: number | undefined
  for (const { time, down, upload } of points) {
    if (before !== undefined && time - before > step * GAP) {
      series[0].push(before + step)
      series[1].push(null)
      series[2].push(null)
    }
    series[0].push(time)
    series[1].push(down)
    series[2].push(upload)
    before = time
  }
  return series
}

/** Returns the indexes of points with a gap on either side: no line reaches them, so they are drawn as dots. */
export function lonely(values: readonly (number | null | undefined)[]): number[] {
  return values.flatMap((value, at) => (value != null && values[at - 1] == null && values[at + 1] == null ? [at] : []))
}

/** A point of a live chart, or one of the past with the rates of its busiest minute. */
export type ShownPoint = TrafficPoint & Partial<TrafficHistoryPoint>

/** Returns the highest rate of either direction, bit/s: of past points that of the busiest minute, which their averages hide. */
export const peakOf = (points: readonly ShownPoint[]): number =>
  points.reduce((peak, { down, upload, peak_down = down, peak_upload = upload }) => Math.max(peak, peak_down, peak_upload), 0)

/** Returns the highest rate that the lines reach, bit/s. */
export const highestOf = (points: readonly TrafficPoint[]): number =>
  points.reduce((highest, { down, upload }) => Math.max(highest, down, upload), 0)

/** Returns the end of the axis in bit/s: a little above what the lines reach, and a number that four lines divide well. */
export function topOf(highest: number): number {
  const wanted = Math.max(LOWEST_TOP, highest * 1.05) / LINES
  const power = 10 ** Math.floor(Math.log10(wanted))
  const factor = [1, 2, 2.5, 5, 10].find((one) => one * power >= wanted * 0.999_999) ?? 10
  return factor * power * LINES
}
