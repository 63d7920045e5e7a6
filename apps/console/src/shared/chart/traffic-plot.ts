import uPlot from 'uplot'
import type { ChartColours } from '@weft/ui/chart/chart-colours.ts'
import { ZONE } from '@weft/ui/parts/time.ts'
import { tickText } from './axis-time.ts'
import { LINES, lonely, type Series } from './traffic-series.ts'
import { rateUnit } from './units.ts'

/** The data and axes that a plot shows. */
export interface View {
  series: Series
  /** First and last moment of the time axis, Unix seconds. */
  span: readonly [from: number, until: number]
  /** The end of the rate axis, bit/s. */
  top: number
  /** Moments at which something failed. */
  faults?: readonly Fault[]
}
/** A moment at which something failed, in a few words. */
export interface Fault {
  time: number
  text: string
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

/** Draws each fault as a dashed line with its words, unless they would overlap those of the one before. */
function drawFaults({ ctx: ink, bbox, valToPos }: uPlot, faults: readonly Fault[], colours: ChartColours, font: string): void {
  ink.save()
  ink.font = font
  ink.fillStyle = ink.strokeStyle = colours.alarm
  ink.textAlign = 'right'
  let free = bbox.left
  for (const { time, text } of faults.toSorted((a, b) => a.time - b.time)) {
    const x = valToPos(time, 'x', true)
    if (x < bbox.left || x > bbox.left + bbox.width) continue
    ink.setLineDash([3 * uPlot.pxRatio, 3 * uPlot.pxRatio])
    ink.beginPath()
    ink.moveTo(x, bbox.top)
    ink.lineTo(x, bbox.top + bbox.height)
    ink.stroke()
    const gap = 4 * uPlot.pxRatio
    if (x - gap - ink.measureText(text).width < free) continue
    ink.fillText(text, x - gap, bbox.top + 12 * uPlot.pxRatio)
    free = x
  }
  ink.restore()
}

/** Returns the plot's options for drawing traffic. @param view returns what is to be shown now */
export function plotOptions({ width, height, colours, scale = 1 }: Look, view: () => View): uPlot.Options {
  const family = getComputedStyle(document.body).fontFamily || 'sans-serif'
  const font = `${12 * scale}px ${family}`
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
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), ZONE),
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
    hooks: { draw: [(u) => drawFaults(u, view().faults ?? [], colours, `${12 * scale * uPlot.pxRatio}px ${family}`)] },
    series: [{}, { ...line(colours.down), fill: colours.downFill }, line(colours.upload)],
  }
}
