import { CHARACTERS, draw, HEIGHT, LENGTH, WIDTH } from '../../src/adapters/captcha/drawing.ts'
import { type Random, randomFrom } from '../../src/adapters/captcha/random.ts'
import { type Classifier, nearest, type Sample, train } from './classifier.ts'
import { blurred, dark, directions, edges, type Grey, greyOf, normal, scaled, type Window } from './features.ts'

/** A picture with the text that a person who collected it typed in. */
interface Labelled {
  grey: Grey
  code: string
}
/** Learns from pictures with their codes, then reads others. */
export type Attack = (collected: readonly Labelled[], random: Random) => (grey: Grey) => string

/** The characters that the server compares: case does not count. */
const labels = [...new Set(CHARACTERS.toLowerCase())]
const labelOf = (character: string) => labels.indexOf(character)

function collect(count: number, random: Random): Labelled[] {
  return Array.from({ length: count }, () => {
    const code = Array.from({ length: LENGTH }, () => CHARACTERS[Math.floor(random() * CHARACTERS.length)]).join('')
    return { code: code.toLowerCase(), grey: greyOf(draw(code, random), WIDTH, HEIGHT) }
  })
}

/** Searches the collected pictures for the one that is most alike as a whole. */
const wholePicture =
  (see: (grey: Grey) => Grey): Attack =>
  (collected) => {
    const all = { left: 0, top: 0, width: WIDTH, height: HEIGHT }
    const look = (grey: Grey) => normal(scaled(see(blurred(grey, 1)), all, 50, 16))
    const known = collected.map(({ grey }, label) => ({ features: look(grey), label }))
    return (grey) => collected[nearest(known, [look(grey)])]!.code
  }

/** Returns the four places of the characters, with room on both sides. */
const places = (size: number, x = 0, y = 0): Window[] =>
  Array.from({ length: LENGTH }, (_, i) => ({
    left: ((i - (LENGTH - 1) / 2) / (LENGTH + 0.55)) * WIDTH + WIDTH / 2 - size / 2 + x,
    top: (HEIGHT - size) / 2 + y,
    width: size,
    height: size,
  }))

const SHIFTS = [-6, -3, 0, 3, 6]

/** Cuts the picture at four even places, and searches for each glyph in all that were collected, moved a little to each side. */
const evenCuts =
  (see: (grey: Grey) => Grey): Attack =>
  (collected) => {
    const look = (seen: Grey, window: Window) => normal(scaled(seen, window, 14, 14))
    const seen = (grey: Grey) => see(blurred(grey, 1))
    const known = collected.flatMap(({ grey, code }) => {
      const picture = seen(grey)
      return places(56).map((window, i) => ({ features: look(picture, window), label: labelOf(code[i]!) }))
    })
    return (grey) => {
      const picture = seen(grey)
      const moved = SHIFTS.flatMap((x) => SHIFTS.map((y) => places(56, x, y)))
      const looks = (i: number) => moved.map((windows) => look(picture, windows[i]!))
      return Array.from({ length: LENGTH }, (_, i) => labels[nearest(known, looks(i))]).join('')
    }
  }

/** Cuts the picture by connected parts of one brightness, and halves the widest part until there are four. */
const connectedParts =
  (lightToo: boolean): Attack =>
  (collected) => {
    const look = (picture: Grey, window: Window) => normal(scaled(picture, window, 14, 14))
    const views = (grey: Grey) => {
      const picture = dark(blurred(grey, 1))
      return lightToo ? [picture, { ...picture, values: picture.values.map((value) => 1 - value) }] : [picture]
    }
    const known = collected.flatMap(({ grey, code }) =>
      views(grey).flatMap((picture) =>
        fourParts(picture).map((window, i) => ({ features: look(picture, window), label: labelOf(code[i]!) })),
      ),
    )
    return (grey) => {
      const seen = views(grey).map((picture) => ({ picture, parts: fourParts(picture) }))
      const looks = (i: number) => seen.map(({ picture, parts }) => look(picture, parts[i]!))
      return Array.from({ length: LENGTH }, (_, i) => labels[nearest(known, looks(i))]).join('')
    }
  }

const SMALLEST_PART = 40

function fourParts(picture: Grey): Window[] {
  const parts = partsOf(picture).filter(({ pixels }) => pixels >= SMALLEST_PART)
  const largest = parts.toSorted((one, other) => other.pixels - one.pixels).slice(0, LENGTH)
  const windows: Window[] = largest.length > 0 ? largest : [{ left: 0, top: 0, width: picture.width, height: picture.height }]
  while (windows.length < LENGTH) {
    const widest = windows.reduce((one, other) => (other.width > one.width ? other : one))
    const half = { ...widest, width: widest.width / 2 }
    windows.splice(windows.indexOf(widest), 1, half, { ...half, left: half.left + half.width })
  }
  return windows.toSorted((one, other) => one.left + one.width / 2 - other.left - other.width / 2)
}

function partsOf({ width, height, values }: Grey): (Window & { pixels: number })[] {
  const seen = new Uint8Array(values.length)
  const parts: (Window & { pixels: number })[] = []
  for (let start = 0; start < values.length; start++) {
    if (seen[start] || values[start] === 0) continue
    const waiting = [start]
    let [left, right, top, bottom, pixels] = [width, 0, height, 0, 0]
    seen[start] = 1
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      const [x, y] = [at % width, Math.floor(at / width)]
      ;[left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)]
      pixels += 1
      for (const next of [x > 0 ? at - 1 : at, x < width - 1 ? at + 1 : at, at - width, at + width])
        if (values[next] === 1 && !seen[next]) {
          seen[next] = 1
          waiting.push(next)
        }
    }
    parts.push({ left, top, width: right - left + 1, height: bottom - top + 1, pixels })
  }
  return parts
}

/** Compares the directions of edges at the four places with all that were collected. */
const edgeDirections: Attack = (collected) => {
  const look = (seen: Grey, window: Window) => directions(seen, window)
  const known = collected.flatMap(({ grey, code }) => {
    const picture = blurred(grey, 1)
    return places(64).map((window, i) => ({ features: look(picture, window), label: labelOf(code[i]!) }))
  })
  return (grey) => {
    const picture = blurred(grey, 1)
    const moved = [-6, 0, 6].flatMap((x) => [-4, 0, 4].map((y) => places(64, x, y)))
    return Array.from(
      { length: LENGTH },
      (_, i) =>
        labels[
          nearest(
            known,
            moved.map((windows) => look(picture, windows[i]!)),
          )
        ],
    ).join('')
  }
}

/** Trains a network on the directions of edges at the four places, each seen from several shifts. */
const network: Attack = (collected, random) => {
  const samples: Sample[] = collected.flatMap(({ grey, code }) => {
    const picture = blurred(grey, 1)
    return [-7, -3, 0, 3, 7].flatMap((x) =>
      places(64, x, Math.round((random() - 0.5) * 8)).map((window, i) => ({
        features: directions(picture, window),
        label: labelOf(code[i]!),
      })),
    )
  })
  const classify: Classifier = train(samples, labels.length, 96, 14, random)
  return (grey) => {
    const picture = blurred(grey, 1)
    const moved = [-7, -3, 0, 3, 7].map((x) => places(64, x))
    return Array.from({ length: LENGTH }, (_, i) => {
      const likely = new Float32Array(labels.length)
      for (const windows of moved) classify(directions(picture, windows[i]!)).forEach((share, label) => (likely[label]! += share))
      return labels[likely.indexOf(Math.max(...likely))]
    }).join('')
  }
}

export const nearestNeighbours: Record<string, Attack> = {
  'the whole picture': wholePicture((grey) => grey),
  'the edges of the whole picture': wholePicture(edges),
  'four even cuts': evenCuts((grey) => grey),
  'edges in four even cuts': evenCuts(edges),
  'dark parts': connectedParts(false),
  'dark and light parts': connectedParts(true),
  'directions of edges': edgeDirections,
}
export const trained: Record<string, Attack> = { 'a trained network': network }

export interface Success {
  /** Share of whole codes, 0 to 1. */
  codes: number
  /** Share of single characters. */
  characters: number
}

/**
 * Lets an attack learn from collected pictures, then read others.
 * @param again true if it reads the same pictures from which it has learned
 */
export function attempt(attack: Attack, collected: number, tried: number, seed: number, { again = false } = {}): Success {
  const random = randomFrom(new Uint32Array([seed, 0x9e3779b9, 0x243f6a88, 0xb7e15162]))
  const known = collect(collected, random)
  const read = attack(known, random)
  const right = (again ? known : collect(tried, random)).map(({ grey, code }) => {
    const guess = read(grey)
    return [...code].filter((character, i) => guess[i] === character).length
  })
  return {
    codes: right.filter((characters) => characters === LENGTH).length / right.length,
    characters: right.reduce((sum, characters) => sum + characters, 0) / right.length / LENGTH,
  }
}
