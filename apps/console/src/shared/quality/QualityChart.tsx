import { useThemeMode } from '@weft/ui'
import { chartColours } from '@weft/ui/chart/chart-colours.ts'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { followWidth } from '../chart/follow-width.ts'
import { plotOptions, plotted, pointText, type View } from './quality-plot.ts'

interface Props extends View {
  /** The content of the picture in words, for screen readers. */
  label: string
  /** Height in px. */
  height: number
  /** Charts with the same key move their crosshairs together. */
  sync: string
}

/** Steps of the keys that move the crosshair, in points; the outermost of either side for Home and End. */
const moves: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }

/** Moves the crosshair here and in the plots beside. @param left px from the beginning of the plot, negative to hide it */
function move({ setCursor }: uPlot, left: number): void {
  // The library's types leave out the last argument, by which the other plots follow.
  ;(setCursor as (place: { left: number; top: number }, fire: boolean, publish: boolean) => void)(
    { left, top: left < 0 ? left : 0 },
    true,
    true,
  )
}

/** Draws figures of a link over time while it is near the screen, with a crosshair that the mouse or the arrow keys move. */
export function QualityChart({ pane, curves, revisions, named, timed, label, height, sync }: Props) {
  const mode = useThemeMode()
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(undefined)
  const view = useRef<View>({ pane, curves, revisions, named, timed })
  const [near, setNear] = useState(false)
  /** The point that the arrow keys chose; undefined for the last. */
  const [chosen, setChosen] = useState<number>()

  useLayoutEffect(() => {
    view.current = { pane, curves, revisions, named, timed }
    plot.current?.setData(plotted(view.current))
  }, [pane, curves, revisions, named, timed])

  useLayoutEffect(() => {
    const at = box.current
    if (!at) return
    const seen = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), { rootMargin: '200px' })
    seen.observe(at)
    return () => seen.disconnect()
  }, [])

  useLayoutEffect(() => {
    const at = box.current
    if (!at || !near) return
    const look = { width: at.clientWidth, height, colours: chartColours[mode], sync }
    const drawn = new uPlot(
      plotOptions(look, () => view.current),
      plotted(view.current),
      at,
    )
    plot.current = drawn
    const end = followWidth(drawn, at, height)
    return () => {
      end()
      plot.current = undefined
    }
  }, [mode, height, sync, near])

  const last = curves.times.length - 1
  const press = (event: KeyboardEvent) => {
    const by = moves[event.key]
    const drawn = plot.current
    if (by === undefined || !drawn) return
    event.preventDefault()
    const next = Math.min(last, Math.max(0, (drawn.cursor.idx ?? last + (by < 0 ? 1 : 0)) + by))
    move(drawn, drawn.valToPos(curves.times[next] ?? 0, 'x'))
    setChosen(next)
  }
  const leave = () => plot.current && move(plot.current, -10)
  const at = Math.min(chosen ?? last, last)
  // A slider, so that screen readers leave the arrow keys to it and say each point.
  return (
    <div
      ref={box}
      className="quality-plot"
      style={{ height }}
      role="slider"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at}
      aria-valuetext={pointText(curves, at)}
      tabIndex={0}
      onKeyDown={press}
      onBlur={leave}
    />
  )
}
