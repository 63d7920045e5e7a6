import { absoluteTime, saveFile, textNow } from '@weft/ui'
import { serverSeconds } from '@weft/ui/time/server-time.ts'
import { fileName } from '../../../shared/file/file-name.ts'
import type { LiveNetwork } from '../detail/network-state.ts'
import { layTopology } from './topology-layout.ts'
import type { TopologyView } from './topology-model.ts'
import { type PictureColours, topologyPicture } from './topology-picture.ts'
import * as text from './topology.text.ts'

export type PictureFormat = 'png' | 'svg'

/** Factor by which a PNG is finer than the screen, and the longest side in px that every browser can draw. */
const FINENESS = 2
const LONGEST = 8192

/** Returns the current theme's colours as values: a file has no custom properties. */
function themeColours(): PictureColours {
  const style = getComputedStyle(document.documentElement)
  const of = (name: string) => style.getPropertyValue(`--weft-${name}`).trim()
  return {
    online: of('online'),
    offline: of('offline'),
    pending: of('pending'),
    idle: of('idle'),
    primary: of('running'),
    primaryBg: of('primary-bg'),
    layout: of('layout'),
    container: of('container'),
    line: of('line'),
    border: of('idle'),
    text: of('text'),
    text2: of('text-2'),
    text3: of('text-3'),
  }
}

/** Converts an SVG to a PNG. @throws when the browser cannot draw it */
async function drawnAsPng(svg: string): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const scale = Math.min(FINENESS, LONGEST / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(image.width * scale)
  canvas.height = Math.round(image.height * scale)
  const ink = canvas.getContext('2d')
  if (!ink) throw new Error('no canvas')
  ink.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/png'))
}

/** Saves the network's topology with the current view, in a file named after the network. @throws when a PNG cannot be drawn */
export async function exportTopology(network: LiveNetwork, view: TopologyView, format: PictureFormat): Promise<void> {
  const t = textNow(text)
  const svg = topologyPicture({
    topology: layTopology(network, view),
    title: network.network_name,
    facts: `${network.network_number} · ${t.updatedAt(absoluteTime(serverSeconds()))}`,
    resource: network.network_fr,
    colours: themeColours(),
    font: getComputedStyle(document.body).fontFamily,
  })
  const file = format === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : await drawnAsPng(svg)
  saveFile(file, fileName([network.network_name, t.topology], format))
}
