import { useThemeMode } from '@weft/ui'
import { useLayoutEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { followWidth } from './follow-width.ts'
import './chart.css'
import { chartColours } from '@weft/ui/chart/chart-colours.ts'
import { plotTip } from './plot-tip.ts'
import { lineWidth, plotOptions, plotted, type View } from './traffic-plot.ts'

interface Props extends View {
  /** The content of the picture in words, for screen readers, which read the faults after it. */
  summary: string
  /** Height in px. */
  height?: number
}

/** Draws traffic as two lines over time, with a crosshair. It fills its box and follows the theme. */
export function TrafficChart({ series, span, top, faults, summary, height = 260 }: Props) {
  const mode = useThemeMode()
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(undefined)
  const view = useRef<View>({ series, span, top, ...(faults && { faults }) })

  const [from, until] = span
  useLayoutEffect(() => {
    view.current = { series, span: [from, until], top, ...(faults && { faults }) }
    const drawn = plot.current
    if (!drawn) return
    for (const line of drawn.series.slice(1)) line.width = lineWidth(series)
    drawn.setData(plotted(view.current))
  }, [series, from, until, top, faults])

  useLayoutEffect(() => {
    const at = box.current
    if (!at) return
    const look = { width: at.clientWidth, height, colours: chartColours[mode] }
    const drawn = new uPlot({ ...plotOptions(look, () => view.current), plugins: [plotTip()] }, plotted(view.current), at)
    plot.current = drawn
    const end = followWidth(drawn, at, height)
    return () => {
      end()
      plot.current = undefined
    }
  }, [mode, height])

  const words = [summary, ...(faults ?? []).map(({ text }) => text)].join(' ')
  return <div ref={box} className="chart-plot" style={{ height }} role="img" aria-label={words} />
}
