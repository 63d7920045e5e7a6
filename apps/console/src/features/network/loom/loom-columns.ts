import type { Loom, Thread } from './loom-model.ts'
import type { Group } from './loom-order.ts'

/** With more threads than this each is narrow, and POPs that no shown row uses are folded. */
const MANY = 8
const WIDTHS = { center: 100, pop: 64, member: 104, many: 64 } as const
/** From this number of sites the figures in the heads are longer. */
const LONG_FIGURES = 1000
const LONG_WIDTHS = { center: 110, pop: 84, member: 104, many: 84 } as const
const NARROW = 29
const OTHERS = 84

/** A column of the loom: a thread, or the POPs that are folded into one. */
export type Column = { id: string; width: number } & ({ thread: Thread; at: number; short: string } | { thread: null; hidden: number })

/** Returns the columns of the threads. @param narrow true on a phone */
export function columnsOf({ threads, sites: all }: Pick<Loom, 'threads' | 'sites'>, groups: readonly Group[], narrow: boolean): Column[] {
  const many = threads.length > MANY
  const used = (at: number) => groups.some(({ sites }) => sites.some(({ crossings }) => crossings[at] !== null))
  const widths = all.length >= LONG_FIGURES ? LONG_WIDTHS : WIDTHS
  const short = shortNames(threads.map(({ name }) => name))
  const every = threads.map((thread, at) => ({
    id: thread.id,
    thread,
    at,
    short: short[at]!,
    width: narrow ? NARROW : widths[many ? 'many' : thread.kind],
  }))
  if (!many) return every
  const shown = every.filter(({ thread, at }) => thread.kind !== 'pop' || used(at))
  const hidden = every.length - shown.length
  return hidden === 0 ? shown : [...shown, { id: 'others', thread: null, hidden, width: narrow ? NARROW : OTHERS }]
}

/** Returns the two characters by which a phone names each thread. Threads that begin alike are named by where they begin to differ. */
export function shortNames(names: readonly string[]): string[] {
  const bare = names.map((name) => [...name.replace(/^POP\s*/i, '').trim()])
  const partOf = (name: readonly string[], from: number) => name.slice(from, from + 2).join('')
  return bare.map((name) => {
    const alike = bare.filter((other) => partOf(other, 0) === partOf(name, 0))
    let same = 0
    while (alike.length > 1 && same < name.length && alike.every((other) => other[same] === name[same])) same += 1
    return partOf(name, same) || partOf(name, 0)
  })
}

/** Returns the columns as CSS: names, threads, and what follows. */
export function templateOf(columns: readonly Column[], narrow: boolean): string {
  const widths = columns.map(({ width }) => `${width}px`).join(' ')
  return narrow ? `minmax(128px, 1fr) ${widths} 8px` : `var(--loom-name) ${widths} var(--loom-rest)`
}
