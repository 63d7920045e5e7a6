import { createContext, useContext, useState } from 'react'
import { readStored, writeStored } from '../store/stored.ts'
import type { ListColumn } from './column.ts'

/** The owner of the settings: the name with which the user signed in. */
export const ListOwner = createContext('')

export type Density = 'comfortable' | 'compact'
interface Settings {
  order: string[]
  hidden: string[]
  density: Density
}
const untouched: Settings = { order: [], hidden: [], density: 'comfortable' }

function parse(text: string | undefined): Settings {
  try {
    const kept = JSON.parse(text ?? '{}') as Partial<Settings>
    const names = (list: unknown) => (Array.isArray(list) ? list.filter((name) => typeof name === 'string') : [])
    return { order: names(kept.order), hidden: names(kept.hidden), density: kept.density === 'compact' ? 'compact' : 'comfortable' }
  } catch {
    return untouched
  }
}

/**
 * Returns the columns in the user's order without the hidden ones, kept per user and table. Pinned columns do not move.
 * @param blank the columns that have nothing in the whole list, which are left out
 */
export function useColumnSettings<T>(table: string, columns: ListColumn<T>[], blank: readonly string[] = []) {
  const key = `columns.${useContext(ListOwner)}.${table}`
  const [kept, setKept] = useState(() => ({ key, settings: parse(readStored(key)) }))
  // One list may show several tables in turn, such as tabs of the same rows.
  const now = kept.key === key ? kept : { key, settings: parse(readStored(key)) }
  if (now !== kept) setKept(now)
  const { settings } = now
  const keep = (next: Settings) => {
    writeStored(key, next === untouched ? undefined : JSON.stringify(next))
    setKept({ key, settings: next })
  }
  const movable = columns.filter((column) => !column.pinned)
  const placed = settings.order.flatMap((key) => movable.filter((column) => column.key === key))
  const ordered = [...placed, ...movable.filter((column) => !settings.order.includes(column.key))]
  const queue = [...ordered]
  const arranged = columns.map((column) => (column.pinned ? column : (queue.shift() ?? column)))
  return {
    shown: arranged.filter((column) => !settings.hidden.includes(column.key) && !blank.includes(column.key)),
    blank,
    movable: ordered,
    fixed: columns.filter(({ pinned, holds }) => pinned && holds !== undefined),
    hidden: settings.hidden,
    density: settings.density,
    setDensity: (density: Density) => keep({ ...settings, density }),
    toggle: (name: string) =>
      keep({
        ...settings,
        hidden: settings.hidden.includes(name) ? settings.hidden.filter((one) => one !== name) : [...settings.hidden, name],
      }),
    /** @returns a function that undoes the move */
    move: (name: string, by: -1 | 1): (() => void) => {
      const order = ordered.map((column) => column.key)
      const at = order.indexOf(name)
      order.splice(at, 1)
      order.splice(at + by, 0, name)
      keep({ ...settings, order })
      return () => keep(settings)
    },
    reset: () => keep(untouched),
  }
}
export type ColumnSettings<T> = ReturnType<typeof useColumnSettings<T>>
