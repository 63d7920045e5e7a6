import type { Location } from 'react-router'
import { onReset } from '../store/module-state.ts'

/** One form, or another place, whose input would be lost. */
export interface Unsaved {
  /** Returns whether there is input that was not saved. */
  holds: () => boolean
  /** The query parameters that name what is edited: with another value the input is lost, although the page stays. */
  parts: readonly string[]
}

const places = new Set<Unsaved>()
onReset(() => places.clear())

/** Asks about a place before its input is lost. @returns a function that ends this */
export function addUnsaved(place: Unsaved): () => void {
  places.add(place)
  return () => places.delete(place)
}

export const holdsUnsaved = (): boolean => [...places].some(({ holds }) => holds())

type Address = Pick<Location, 'pathname' | 'search'>

/** Returns whether a move to another address would lose input. */
export function losesUnsaved(from: Address, to: Address): boolean {
  const [before, after] = [new URLSearchParams(from.search), new URLSearchParams(to.search)]
  return [...places].some(
    ({ holds, parts }) => (from.pathname !== to.pathname || parts.some((part) => before.get(part) !== after.get(part))) && holds(),
  )
}
