import type uPlot from 'uplot'
import type { ChartColours } from '@weft/ui/chart/chart-colours.ts'
import { tickText } from './local-time.ts'
import { LINES, lonely, type Series } from './traffic-series.ts'
import { rateUnit } from './units.ts'

/** What a plot shows at a moment. */
export interface View {
  series: Series
  /** First and last moment of the time axis, Unix seconds. */
  span: readonly [from: number, until: number]
  /** The end of the other axis, bit/s. */
  top: number
}
interface Look {
  width: number
  height: number
  colours: ChartColours
  /** Of all lengths; for pictures that are finer than the screen. */
  scale?: number
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Distances of the lines of the time axis, in seconds; from 30 days on a line is a month's first day. */
const STEPS = [
  1,
  2,
  5,
  10,
  15,
  20,
  30,
  ...[1, 2, 5, 10, 15, 20, 30].map((n) => n * MINUTE),
  ...[1, 2, 3, 4, 6, 8, 12].map((n) => n * HOUR),
  ...[1, 2, 3, 4, 5, 7, 10, 14, 30, 60, 90, 120, 180, 365].map((n) => n * DAY),
]

/** Lines of many points are thin, or they would be bands. */
export const lineWidth = ([times]: Series): number => (times.length > 120 ? 1.25 : 2)

/** Data that a plot takes: without any it would draw no axes either. */
export const plotted = ({ series, span }: View): uPlot.AlignedData =>
  series[0].length > 0 ? series : [[...span], [null, null], [null, null]]

/** How traffic is drawn. @param view answers what is to be shown now */
export function plotOptions({ width, height, colours, scale = 1 }: Look, view: () => View): uPlot.Options {
  const font = `${12 * scale}px ${getComputedStyle(document.body).fontFamily || 'sans-serif'}`
  const axis = { stroke: colours.faint, font, ticks: { show: false } }
  const grid = { stroke: colours.grid, width: scale }
  const line = (stroke: string): uPlot.Series => ({
    stroke,
    width: lineWidth(view().series) * scale,
    points: { size: 5 * scale, fill: stroke, show: true, filter: (u, at) => lonely([...(u.data[at] ?? [])]) },
  })
  return {
    width,
    height,
    // To the right there is room for half of the last moment.
    padding: [10 * scale, 28 * scale, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false, setScale: false }, points: { size: 8, width: 2, stroke: colours.background } },
    scales: {
      x: { time: true, range: () => [...view().span] },
      y: { range: () => [0, view().top] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        border: { show: true, stroke: colours.grid, width: scale },
        size: 30 * scale,
        gap: 8 * scale,
        space: 84 * scale,
        incrs: STEPS,
        values: (_, ticks) => {
          const [from, until] = view().span
          return ticks.map((tick) => tickText(tick, until - from))
        },
      },
      {
        ...axis,
        grid,
        size: 52 * scale,
        gap: 8 * scale,
        splits: () => Array.from({ length: LINES + 1 }, (_, at) => (view().top / LINES) * at),
        values: (_, ticks) => {
          const { size } = rateUnit(view().top)
          return ticks.map((tick) => String(Number((tick / size).toFixed(3))))
        },
      },
    ],
    series: [{}, { ...line(colours.down), fill: colours.downFill }, line(colours.upload)],
  }
}
