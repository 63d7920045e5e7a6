import { BAD_LOSS } from '@weft/network-rules'
import { textNow } from '@weft/ui'
import type { ChartColours } from '@weft/ui/chart/chart-colours.ts'
import { absoluteTime, ZONE } from '@weft/ui/parts/time.ts'
import uPlot from 'uplot'
import { tickText } from '../chart/axis-time.ts'
import { lonely } from '../chart/traffic-series.ts'
import { type Curves, msText, percentText, topOf } from './quality-curves.ts'
import * as text from './quality.text.ts'

/** `small` has the time there and back with the loss below it; the others are the panes of one link. */
export type Pane = 'small' | 'rtt' | 'loss' | 'jitter'

/** A revision of the network's configuration. */
export interface RevisionMark {
  /** Unix seconds. */
  time: number
  revision: number
}

/** The curves that a plot shows, and the marks and times around them. */
export interface View {
  pane: Pane
  curves: Curves
  revisions: readonly RevisionMark[]
  /** True to name the revisions. */
  named: boolean
  /** True to show the times below the plot. */
  timed: boolean
}

/** Height in px of the lowest part of a small plot, which the loss takes, and the percentage that fills it. */
const LOSS_HEIGHT = 26
const LOSS_TOP = 10
/** Height in px above the plot for the marks of revisions. */
const MARK_HEIGHT = 16

const valuesOf = ({ pane, curves }: View): Curves['rtt'][] =>
  pane === 'loss' ? [curves.loss] : pane === 'jitter' ? [curves.jitter] : [curves.rtt, curves.rtt_p95]
export const plotted = (view: View): uPlot.AlignedData => [view.curves.times, ...valuesOf(view)]
const scaleTop = (view: View): number => (view.pane === 'loss' ? Math.max(LOSS_TOP, topOf(view.curves.loss)) : topOf(valuesOf(view).flat()))

/** Returns the figures of one point in words. */
export function pointText({ times, rtt, loss, jitter }: Curves, at: number): string {
  const t = textNow(text)
  const lost = loss[at] ?? null
  const figures =
    lost === null
      ? t.noData
      : (rtt[at] ?? null) === null
        ? t.allLost
        : `${msText(rtt[at] ?? null)} · ${percentText(lost)} · ${msText(jitter[at] ?? null)}`
  return t.at(absoluteTime(times[at] ?? 0).slice(5, 16), figures)
}

/** Shades where every packet was lost. */
function drawLost({ ctx: ink, bbox, valToPos }: uPlot, { curves: { times, rtt, loss } }: View, colours: ChartColours): void {
  const step = (times[1] ?? 0) - (times[0] ?? 0)
  ink.save()
  for (const [at, time] of times.entries()) {
    if (loss[at] !== 100 || rtt[at] !== null) continue
    const left = valToPos(time - step / 2, 'x', true)
    const width = Math.max(uPlot.pxRatio, valToPos(time + step / 2, 'x', true) - left)
    ink.fillStyle = colours.alarm
    ink.globalAlpha = 0.14
    ink.fillRect(left, bbox.top, width, bbox.height)
    ink.globalAlpha = 1
    ink.fillRect(left, bbox.top + bbox.height - 3 * uPlot.pxRatio, width, 3 * uPlot.pxRatio)
  }
  ink.restore()
}

/** Draws what was lost as bars from the floor. */
function drawLoss({ ctx: ink, bbox, valToPos }: uPlot, view: View, colours: ChartColours): void {
  const { pane, curves } = view
  if (pane !== 'small' && pane !== 'loss') return
  const [height, top] = pane === 'small' ? [LOSS_HEIGHT * uPlot.pxRatio, LOSS_TOP] : [bbox.height, scaleTop(view)]
  const width = Math.max(2 * uPlot.pxRatio, (0.8 * bbox.width) / curves.times.length)
  ink.save()
  for (const [at, loss] of curves.loss.entries()) {
    if (!loss || curves.rtt[at] === null) continue
    const tall = Math.max(2 * uPlot.pxRatio, height * Math.min(1, loss / top))
    ink.fillStyle = loss >= BAD_LOSS ? colours.alarm : colours.warning
    ink.fillRect(valToPos(curves.times[at] ?? 0, 'x', true) - width / 2, bbox.top + bbox.height - tall, width, tall)
  }
  ink.restore()
}

/** Draws a diamond above the plot for each revision, with a line through it and its number where they are named. */
function drawRevisions({ ctx: ink, bbox, valToPos }: uPlot, { revisions, named }: View, colours: ChartColours, font: string): void {
  const t = textNow(text)
  const [half, y] = [4 * uPlot.pxRatio, bbox.top - 8 * uPlot.pxRatio]
  ink.save()
  ink.font = font
  ink.fillStyle = ink.strokeStyle = colours.faint
  ink.textBaseline = 'middle'
  let free = -Infinity
  for (const { time, revision } of revisions.toSorted((a, b) => a.time - b.time)) {
    const x = Math.round(valToPos(time, 'x', true))
    if (x < bbox.left || x > bbox.left + bbox.width) continue
    ink.beginPath()
    ink.moveTo(x, y - half)
    ink.lineTo(x + half, y)
    ink.lineTo(x, y + half)
    ink.lineTo(x - half, y)
    ink.fill()
    if (!named) continue
    ink.setLineDash([3 * uPlot.pxRatio, 3 * uPlot.pxRatio])
    ink.beginPath()
    ink.moveTo(x, bbox.top)
    ink.lineTo(x, bbox.top + bbox.height)
    ink.stroke()
    ink.setLineDash([])
    const words = t.revision(revision)
    const width = ink.measureText(words).width
    const gap = 7 * uPlot.pxRatio
    const before = x + gap + width > bbox.left + bbox.width
    const from = before ? x - gap - width : x + gap
    if (from < free) continue
    ink.textAlign = 'left'
    ink.fillText(words, from, y)
    free = from + width + gap
  }
  ink.restore()
}

/** Shows time and figures beside the crosshair. It is written without React, at every move of the mouse. */
function pointTip(view: () => View): uPlot.Plugin {
  const tip = document.createElement('div')
  tip.className = 'quality-tip'
  tip.hidden = true
  return {
    hooks: {
      init: ({ over }) => over.append(tip),
      setCursor: (plot) => {
        const { idx, left = -1 } = plot.cursor
        const { curves, pane } = view()
        tip.hidden = left < 0 || idx == null || pane === 'loss' || pane === 'jitter'
        if (tip.hidden || idx == null) return
        tip.textContent = pointText(curves, idx)
        const most = plot.over.getBoundingClientRect().width - tip.offsetWidth
        tip.style.transform = `translate(${Math.round(Math.min(Math.max(0, left - tip.offsetWidth / 2), Math.max(0, most)))}px, 4px)`
      },
    },
  }
}

interface Look {
  width: number
  height: number
  colours: ChartColours
  /** Plots with the same key move their crosshairs together. */
  sync: string
}

/** Returns the options for a plot. @param view returns what is to be shown now */
export function plotOptions({ width, height, colours, sync }: Look, view: () => View): uPlot.Options {
  const family = getComputedStyle(document.body).fontFamily || 'sans-serif'
  const font = `12px ${family}`
  const axis = { stroke: colours.faint, font, ticks: { show: false } }
  const { pane, timed } = view()
  const line = (stroke: string): uPlot.Series => ({
    stroke,
    width: 1.4,
    points: { size: 4, fill: stroke, show: true, filter: (u, at) => lonely([...(u.data[at] ?? [])]) },
  })
  const hidden: uPlot.Series = { paths: () => null, points: { show: false } }
  const both = [line(colours.down), { stroke: 'transparent', points: { show: false } }]
  return {
    width,
    height,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), ZONE),
    // Below a plot without times there is room for half of the lowest label.
    padding: [MARK_HEIGHT, 16, timed ? 0 : 8, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false, setScale: false }, points: { show: false }, sync: { key: sync } },
    scales: {
      x: { time: true, range: () => [view().curves.times[0] ?? 0, view().curves.times.at(-1) ?? 1] },
      y: { range: () => [0, scaleTop(view())] },
    },
    axes: [
      {
        ...axis,
        show: timed,
        grid: { show: false },
        size: 20,
        gap: 4,
        space: 72,
        values: (_, ticks) => {
          const { times } = view().curves
          return ticks.map((tick) => tickText(tick, (times.at(-1) ?? 0) - (times[0] ?? 0)))
        },
      },
      {
        ...axis,
        grid: { stroke: colours.grid, width: 1 },
        size: 40,
        gap: 6,
        splits: () => [0, scaleTop(view()) / 2, scaleTop(view())],
        values: (_, ticks) => ticks.map((tick) => (tick === 0 && pane === 'small' ? '' : String(tick))),
      },
    ],
    ...(pane !== 'loss' && pane !== 'jitter' && { bands: [{ series: [2, 1] as [number, number], fill: colours.downFill }] }),
    // The band to the 95th percentile needs a line, which is not seen.
    series: [{}, ...{ loss: [hidden], jitter: [line(colours.upload)], rtt: both, small: both }[pane]],
    plugins: [pointTip(view)],
    hooks: {
      drawClear: [(plot) => drawLost(plot, view(), colours)],
      draw: [
        (plot) => {
          drawLoss(plot, view(), colours)
          if (pane === 'small' || pane === 'rtt') drawRevisions(plot, view(), colours, `${12 * uPlot.pxRatio}px ${family}`)
        },
      ],
    },
  }
}
