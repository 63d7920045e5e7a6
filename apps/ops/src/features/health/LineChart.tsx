import { absoluteTime, useThemeMode } from '@weft/ui'
import { type ChartColours, chartColours } from '@weft/ui/chart/chart-colours.ts'
import { type CSSProperties, useLayoutEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import './health.css'

interface Props {
  /** Unix seconds. */
  times: number[]
  /** One or two lines with their names; all as long as `times`, with null where there is nothing to draw. */
  lines: { name: string; values: (number | null)[] }[]
  /** A description of the chart for screen readers. */
  summary: string
}

const HEIGHT = 180
const strokes = (colours: ChartColours) => [colours.down, colours.upload]
/** Labels of the time axis, in Shanghai time. */
const clocks = (_: uPlot, ticks: number[]) => ticks.map((tick) => absoluteTime(tick).slice(11, 16))
/** Returns the values without a neighbor, which no line would show. */
const alone = ({ data }: uPlot, series: number) => {
  const values = Array.from(data[series] ?? [])
  return values.flatMap((value, at) => (value !== null && values[at - 1] == null && values[at + 1] == null ? [at] : []))
}
/** Lowest upper end of the value axis, so that an idle line has whole numbers too. */
const LOWEST_TOP = 4

function optionsOf(width: number, colours: ChartColours, count: number): uPlot.Options {
  const font = `12px ${getComputedStyle(document.body).fontFamily || 'sans-serif'}`
  const axis = { stroke: colours.faint, font, ticks: { show: false } }
  return {
    width,
    height: HEIGHT,
    padding: [10, 16, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: true }, y: { range: (_, __, max) => [0, Math.max(LOWEST_TOP, Math.ceil(max * 1.1))] } },
    axes: [
      { ...axis, grid: { show: false }, size: 28, space: 72, values: clocks },
      { ...axis, grid: { stroke: colours.grid, width: 1 }, size: 48 },
    ],
    series: [
      {},
      ...Array.from({ length: count }, (_, at) => ({
        stroke: strokes(colours)[at] ?? colours.faint,
        width: 2,
        points: { show: false, filter: alone },
      })),
    ],
  }
}

/** Shows numbers over time as lines. The chart fills its box and follows the theme. */
export function LineChart({ times, lines, summary }: Props) {
  const mode = useThemeMode()
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(undefined)
  const data = useRef<uPlot.AlignedData>([[]])
  const count = lines.length
  useLayoutEffect(() => {
    data.current = [times, ...lines.map(({ values }) => values)]
    plot.current?.setData(data.current)
  }, [times, lines])
  useLayoutEffect(() => {
    const at = box.current
    if (!at) return
    const drawn = new uPlot(optionsOf(at.clientWidth, chartColours[mode], count), data.current, at)
    plot.current = drawn
    const resized = new ResizeObserver(() => {
      if (at.clientWidth > 0 && at.clientWidth !== drawn.width) drawn.setSize({ width: at.clientWidth, height: HEIGHT })
    })
    resized.observe(at)
    return () => {
      resized.disconnect()
      drawn.destroy()
      plot.current = undefined
    }
  }, [mode, count])
  return (
    <>
      {count > 1 && (
        <ul className="health-legend" aria-hidden="true">
          {lines.map(({ name }, at) => (
            <li key={name} style={{ '--health-line': strokes(chartColours[mode])[at] } as CSSProperties}>
              {name}
            </li>
          ))}
        </ul>
      )}
      <div ref={box} style={{ height: HEIGHT }} role="img" aria-label={summary} />
    </>
  )
}
