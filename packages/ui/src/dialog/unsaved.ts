import { useSyncExternalStore } from 'react'
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
const heard = new Set<() => void>()
onReset(() => places.clear())

/** Asks about a place before its input is lost. @returns a function that ends this */
export function addUnsaved(place: Unsaved): () => void {
  const tell = () => heard.forEach((one) => one())
  places.add(place)
  tell()
  return () => {
    places.delete(place)
    tell()
  }
}

/** Returns whether there is a place on screen whose input could be lost. */
export function useUnsavedPlaces(): boolean {
  return useSyncExternalStore(
    (tell) => {
      heard.add(tell)
      return () => heard.delete(tell)
    },
    () => places.size > 0,
  )
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
