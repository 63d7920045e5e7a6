import type { Topology } from './topology-model.ts'

export interface Viewport {
  x: number
  y: number
  zoom: number
}
interface Size {
  width: number
  height: number
}

export const ZOOM = { min: 0.2, max: 1.6 } as const
/** Smallest zoom at which cards are legible. */
const LEGIBLE = 0.6

/** Returns the top margin: near the top instead of centred, since users read from above. */
const topOf = (height: number, room: number) => Math.min(64, Math.max(0, (room - height) / 3))

/** Returns the first viewport: the whole topology if it stays legible, otherwise its top. @param canvas px */
export function firstLook({ width, height }: Pick<Topology, 'width' | 'height'>, canvas: Size): Viewport {
  const whole = Math.min(1, canvas.width / width, canvas.height / height)
  const zoom = whole >= LEGIBLE ? whole : Math.min(1, Math.max(LEGIBLE, canvas.width / width))
  return { zoom, x: (canvas.width - width * zoom) / 2, y: topOf(height * zoom, canvas.height) }
}

/** Returns the viewport that shows the whole topology. */
export function wholeLook({ width, height }: Pick<Topology, 'width' | 'height'>, canvas: Size): Viewport {
  const zoom = Math.min(1, Math.max(ZOOM.min, Math.min(canvas.width / width, canvas.height / height)))
  return { zoom, x: (canvas.width - width * zoom) / 2, y: topOf(height * zoom, canvas.height) }
}
