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
export type Column = { id: string; width: number } & ({ thread: Thread; at: number } | { thread: null; hidden: number })

/** Returns the columns of the threads. @param narrow true on a phone */
export function columnsOf({ threads, sites: all }: Pick<Loom, 'threads' | 'sites'>, groups: readonly Group[], narrow: boolean): Column[] {
  const many = threads.length > MANY
  const used = (at: number) => groups.some(({ sites }) => sites.some(({ crossings }) => crossings[at] !== null))
  const widths = all.length >= LONG_FIGURES ? LONG_WIDTHS : WIDTHS
  const every = threads.map((thread, at) => ({
    id: thread.id,
    thread,
    at,
    width: narrow ? NARROW : widths[many ? 'many' : thread.kind],
  }))
  if (!many) return every
  const shown = every.filter(({ thread, at }) => thread.kind !== 'pop' || used(at))
  const hidden = every.length - shown.length
  return hidden === 0 ? shown : [...shown, { id: 'others', thread: null, hidden, width: narrow ? NARROW : OTHERS }]
}

/** Returns the two characters by which a phone names a thread. */
export const shortName = (name: string): string => [...name.replace(/^POP\s*/i, '').trim()].slice(0, 2).join('')

/** Returns the columns as CSS: names, threads, and what follows. */
export function templateOf(columns: readonly Column[], narrow: boolean): string {
  const widths = columns.map(({ width }) => `${width}px`).join(' ')
  return narrow ? `minmax(128px, 1fr) ${widths} 8px` : `var(--loom-name) ${widths} var(--loom-rest)`
}
