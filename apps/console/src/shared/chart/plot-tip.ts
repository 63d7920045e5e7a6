import { textNow } from '@weft/ui'
import type uPlot from 'uplot'
import * as text from './chart.text.ts'
import { absoluteTime } from '@weft/ui/parts/time.ts'
import { rateText } from './units.ts'

/** Distance of the tip from the crosshair, in px. */
const AWAY = 12

/** Shows time and both rates next to the crosshair. It is written without React, at every move of the mouse. */
export function plotTip(): uPlot.Plugin {
  const tip = document.createElement('div')
  tip.className = 'chart-tip'
  tip.hidden = true
  const lines = ['time', 'down', 'upload'].map((name) => {
    const line = document.createElement('div')
    line.className = `chart-tip-${name}`
    tip.append(line)
    return line
  })
  const write = (plot: uPlot) => {
    const { idx, left = -1 } = plot.cursor
    const time = idx == null ? undefined : plot.data[0][idx]
    const [down, upload] = [1, 2].map((at) => (idx == null ? undefined : plot.data[at]?.[idx]))
    tip.hidden = left < 0 || time === undefined || down == null || upload == null
    if (tip.hidden || time === undefined || down == null || upload == null) return
    const t = textNow(text)
    for (const [at, content] of [absoluteTime(time), `${t.down} ${rateText(down)}`, `${t.upload} ${rateText(upload)}`].entries())
      if (lines[at]) lines[at].textContent = content
    const { width } = plot.over.getBoundingClientRect()
    const beside = left > width / 2 ? left - tip.offsetWidth - AWAY : left + AWAY
    tip.style.transform = `translate(${Math.round(Math.max(0, beside))}px, 8px)`
  }
  return {
    hooks: {
      init: ({ over }) => over.append(tip),
      setCursor: write,
    },
  }
}
