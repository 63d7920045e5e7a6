import type uPlot from 'uplot'
import type { ChartColours } from '@weft/ui/chart/chart-colours.ts'
import { tickText } from './local-time.ts'
import { LINES, lonely, type Series } from './traffic-series.ts'
import { rateUnit } from './units.ts'

/** The data and axes that a plot shows. */
export interface View {
  series: Series
  /** First and last moment of the time axis, Unix seconds. */
  span: readonly [from: number, until: number]
  /** The end of the rate axis, bit/s. */
  top: number
}
interface Look {
  width: number
  height: number
  colours: ChartColours
  /** Factor of all lengths, for pictures that are finer than the screen. */
  scale?: number
}

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Distances between the lines of the time axis, in seconds; from 30 days on, each line is the first day of a month. */
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

/** Returns a line's width in px: thin from 121 points on, which would otherwise look like a band. */
export const lineWidth = ([times]: Series): number => (times.length > 120 ? 1.25 : 2)

/** Returns the data for a plot, with two empty points where there are none: without data it would draw no axes. */
export const plotted = ({ series, span }: View): uPlot.AlignedData =>
  series[0].length > 0 ? series : [[...span], [null, null], [null, null]]

/** Returns the plot's options for drawing traffic. @param view returns what is to be shown now */
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
    // On the right there is room for half of the last label.
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
