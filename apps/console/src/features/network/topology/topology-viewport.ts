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
/** Smaller than this nobody reads a card. */
const LEGIBLE = 0.6

/** Not in the middle: one reads from above. */
const topOf = (height: number, room: number) => Math.min(64, Math.max(0, (room - height) / 3))

/** Where one begins to look: at all of it where it stays legible, otherwise at its beginning. @param canvas px */
export function firstLook({ width, height }: Pick<Topology, 'width' | 'height'>, canvas: Size): Viewport {
  const whole = Math.min(1, canvas.width / width, canvas.height / height)
  const zoom = whole >= LEGIBLE ? whole : Math.min(1, Math.max(LEGIBLE, canvas.width / width))
  return { zoom, x: (canvas.width - width * zoom) / 2, y: topOf(height * zoom, canvas.height) }
}

/** Everything at once. */
export function wholeLook({ width, height }: Pick<Topology, 'width' | 'height'>, canvas: Size): Viewport {
  const zoom = Math.min(1, Math.max(ZOOM.min, Math.min(canvas.width / width, canvas.height / height)))
  return { zoom, x: (canvas.width - width * zoom) / 2, y: topOf(height * zoom, canvas.height) }
}
