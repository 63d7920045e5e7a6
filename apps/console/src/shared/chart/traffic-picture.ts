import { textNow } from '@weft/ui'
import uPlot from 'uplot'
import * as text from './chart.text.ts'
import { chartColours } from '@weft/ui/chart/chart-colours.ts'
import { plotOptions, plotted, type View } from './traffic-plot.ts'
import { rateUnit } from './units.ts'

/** Sizes of the picture in CSS pixels, and the factor by which it is drawn finer. */
const WIDTH = 960
const HEAD = 92
const PLOT = 340
const EDGE = 24
const FINENESS = 2

interface Picture extends View {
  title: string
  /** Lines below the title: interface, range. */
  facts: string
  summary: string
  mode: 'light' | 'dark'
}

/** Draws the plot outside the page, so that its resolution does not depend on the screen. */
function drawnPlot(picture: Picture): Promise<uPlot> {
  const scale = FINENESS / uPlot.pxRatio
  const look = { width: (WIDTH - 2 * EDGE) * scale, height: PLOT * scale, colours: chartColours[picture.mode], scale }
  return new Promise((ready) => {
    const options = plotOptions(look, () => picture)
    const plot = new uPlot(
      { ...options, hooks: { ...options.hooks, ready: [() => ready(plot)] } },
      plotted(picture),
      document.createElement('div'),
    )
  })
}

/** Returns the chart as a PNG with title, facts and legend, on the theme's background. @throws when the browser cannot draw it */
export async function trafficPicture(picture: Picture): Promise<Blob> {
  const t = textNow(text)
  const colours = chartColours[picture.mode]
  const plot = await drawnPlot(picture)
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH * FINENESS
  canvas.height = (HEAD + PLOT + EDGE) * FINENESS
  const ink = canvas.getContext('2d')
  if (!ink) throw new Error('no canvas')
  ink.scale(FINENESS, FINENESS)
  ink.fillStyle = colours.background
  ink.fillRect(0, 0, WIDTH, HEAD + PLOT + EDGE)
  const family = getComputedStyle(document.body).fontFamily
  const write = (what: string, x: number, y: number, font: string, colour: string) => {
    ink.font = `${font} ${family}`
    ink.fillStyle = colour
    ink.fillText(what, x, y)
    return x + ink.measureText(what).width
  }
  write(picture.title, EDGE, 36, '600 18px', colours.text)
  write(`${picture.facts} · ${picture.summary}`, EDGE, 60, '12px', colours.faint)
  let x = write(rateUnit(picture.top).name, EDGE, 84, '12px', colours.faint) + EDGE
  for (const [name, colour] of [
    [t.down, colours.down],
    [t.upload, colours.upload],
  ] as const) {
    ink.fillStyle = colour
    ink.fillRect(x, 78, 16, 3)
    x = write(name, x + 22, 84, '12px', colours.text) + EDGE
  }
  ink.drawImage(plot.ctx.canvas, EDGE, HEAD, WIDTH - 2 * EDGE, PLOT)
  plot.destroy()
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/png'))
}
