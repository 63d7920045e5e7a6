import outlines from './outlines.json' with { type: 'json' }
import type { Random } from './random.ts'
import { flipInside, type Polygon } from './raster.ts'

/** Size of a picture in pixels. */
export const WIDTH = 200
export const HEIGHT = 64
/** Factor by which shapes are drawn larger than the picture, so that their edges become smooth. */
const FINE = 2

/** Letters and digits that cannot be mistaken for each other, in either case. A letter appears in one case or in both. */
export const CHARACTERS = 'ADEHLMPTUXdehux23'
export const LENGTH = 4
/** Characters without ascenders, which are drawn larger: they would be hard to see at the size of the others. */
const SMALL = /[eux]/

const fonts = Object.values(outlines).map((glyphs) => new Map(Object.entries(glyphs).map(([character, path]) => [character, parse(path)])))

/** Parses contours separated by `|`, their coordinates by spaces: a capital H is 1000 high, 0 0 is the middle of the glyph. */
function parse(path: string): Polygon[] {
  return path.split('|').map((contour) => contour.split(' ').map(Number))
}

type Bend = (x: number, y: number) => [number, number]

/** Draws characters. @returns the picture's pixels as red, green, blue, row by row */
export function draw(code: string, random: Random): Buffer {
  const [width, height] = [WIDTH * FINE, HEIGHT * FINE]
  const between = (least: number, most: number) => least + (most - least) * random()
  const bits = new Uint8Array(width * height)
  const flip = (polygons: readonly Polygon[]) => flipInside(bits, width, height, polygons)
  const bend = wave(between, width, height)
  for (const glyph of placed(code, between, width, height)) flip(glyph.map((polygon) => bent(polygon, bend)))
  for (const shape of grounds(between, width, height)) flip([shape])
  for (const line of strokes(between, width, height)) flip([bent(line, bend)])
  return coloured(bits, between)
}

type Between = (least: number, most: number) => number

/** Returns the glyphs, each turned, slanted and stretched on its own. Neighbours nearly touch, and the row is placed at random. */
function placed(code: string, between: Between, width: number, height: number): Polygon[][] {
  const glyphs = [...code].map((character) => {
    const outline = fonts[Math.floor(between(0, fonts.length))]!.get(character)!
    const size = (height / 1000) * between(0.54, 0.78) * (SMALL.test(character) ? 1.2 : 1)
    const [turn, slant, wide] = [between(-0.42, 0.42), between(-0.3, 0.3), between(0.85, 1.2)]
    const [cos, sin] = [Math.cos(turn) * size, Math.sin(turn) * size]
    const polygons = outline.map((polygon) =>
      bent(polygon, (x, y) => [(x * wide + y * slant) * cos - y * sin, (x * wide + y * slant) * sin + y * cos]),
    )
    const across = polygons.flatMap((polygon) => polygon.filter((_, i) => i % 2 === 0))
    return { polygons, left: Math.min(...across), right: Math.max(...across), overlap: height * between(-0.05, 0.04) }
  })
  const long = glyphs.reduce((sum, { left, right, overlap }) => sum + right - left - overlap, 0)
  const shrink = Math.min(1, (width * 0.95) / long)
  let start = (width - long * shrink) * between(0.15, 0.85)
  return glyphs.map(({ polygons, left, right, overlap }) => {
    const [x0, y0] = [start - left * shrink, height * between(0.37, 0.63)]
    start += (right - left - overlap) * shrink
    return polygons.map((polygon) => bent(polygon, (x, y) => [x0 + x * shrink, y0 + y * shrink]))
  })
}

function bent(points: Polygon, bend: Bend): number[] {
  const moved: number[] = []
  let [x1, y1] = points.slice(-2) as [number, number]
  for (let i = 0; i < points.length; i += 2) {
    const [x2, y2] = [points[i]!, points[i + 1]!]
    // A long edge bends between its ends too.
    const parts = Math.max(1, Math.ceil(Math.hypot(x2 - x1, y2 - y1) / 120))
    for (let part = 1; part <= parts; part++) moved.push(...bend(x1 + ((x2 - x1) * part) / parts, y1 + ((y2 - y1) * part) / parts))
    x1 = x2
    y1 = y2
  }
  return moved
}

/** Returns a bend that sends waves through the whole picture, in both directions. */
function wave(between: Between, width: number, height: number): Bend {
  const waves = Array.from({ length: 3 }, (_, i) => ({
    x: (between(0.6, 1.6) * (i + 1) * Math.PI * 2) / width,
    y: (between(-0.8, 0.8) * (i + 1) * Math.PI) / height,
    phase: between(0, Math.PI * 2),
    across: (between(-4, 4) * FINE) / (i + 1),
    down: (between(-5, 5) * FINE) / (i + 1),
  }))
  return (x, y) => {
    let [moved, lowered] = [x, y]
    for (const wave of waves) {
      const height = Math.sin(x * wave.x + y * wave.y + wave.phase)
      moved += wave.across * height
      lowered += wave.down * height
    }
    return [moved, lowered]
  }
}

/** Returns large shapes inside which light and dark are swapped, so that brightness does not identify the characters. */
function grounds(between: Between, width: number, height: number): Polygon[] {
  return Array.from({ length: 2 }, (_, i) => {
    const [x, y, radius] = [(width * (i + between(0.15, 0.85))) / 2, height * between(0.1, 0.9), height * between(0.45, 0.8)]
    const [lobes, depth, phase] = [Math.round(between(2, 4)), between(0.1, 0.3), between(0, 7)]
    return Array.from({ length: 40 }, (_, point) => {
      const angle = (point / 40) * Math.PI * 2
      const far = radius * (1 + depth * Math.sin(lobes * angle + phase))
      return [x + far * Math.cos(angle), y + far * Math.sin(angle)]
    }).flat()
  })
}

/** Returns one line through the characters, about half as wide as their strokes. */
function strokes(between: Between, width: number, height: number): Polygon[] {
  return Array.from({ length: 1 }, () => {
    const [thick, from, to] = [between(0.8, 1.2) * FINE, height * between(0.1, 0.9), height * between(0.1, 0.9)]
    const [rise, turns, phase] = [height * between(0.05, 0.18), between(1, 2.5), between(0, 7)]
    const line = Array.from({ length: 33 }, (_, i) => {
      const x = (i / 32) * width
      return [x, from + ((to - from) * i) / 32 + rise * Math.sin((i / 32) * Math.PI * 2 * turns + phase)] as const
    })
    return [...line.flatMap(([x, y]) => [x, y - thick]), ...line.toReversed().flatMap(([x, y]) => [x, y + thick])]
  })
}

/** Returns the pixels in two tints that drift over the picture, with grain. */
function coloured(bits: Uint8Array, between: Between): Buffer {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3)
  const tint = (least: number, most: number) => [between(least, most), between(least, most), between(least, most)] as const
  const [dark, light] = [tint(40, 90), tint(185, 235)]
  const [driftX, driftY, phase, strength] = [between(-0.04, 0.04), between(-0.08, 0.08), between(0, 7), between(8, 18)]
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const at = y * FINE * WIDTH * FINE + x * FINE
      const share = (bits[at]! + bits[at + 1]! + bits[at + WIDTH * FINE]! + bits[at + WIDTH * FINE + 1]!) / 4
      const drift = strength * Math.sin(x * driftX + y * driftY + phase)
      const grain = between(-28, 28)
      for (let channel = 0; channel < 3; channel++) {
        const value = light[channel]! + (dark[channel]! - light[channel]!) * share + drift + grain
        pixels[(y * WIDTH + x) * 3 + channel] = Math.max(0, Math.min(255, value))
      }
    }
  return pixels
}
