import { useSyncExternalStore } from 'react'
import type { Location } from 'react-router'
import { onReset } from '../store/module-state.ts'

/** One form, or another place, whose input would be lost. */
export interface Unsaved {
  /** Returns whether there is input that was not saved. */
  holds: () => boolean
  /** The query parameters that name what is edited, beside those of the page: with another value the input is lost. */
  parts: readonly string[]
}

const places = new Set<Unsaved>()
const heard = new Set<() => void>()
/** The query parameters that name what the page is about: with another value it starts anew, and all input on it is lost. */
const pageKeys = new Set<string>()
onReset(() => {
  places.clear()
  pageKeys.clear()
})

const tell = () => heard.forEach((one) => one())

/** Asks about a place before its input is lost. @returns a function that ends this */
export function addUnsaved(place: Unsaved): () => void {
  places.add(place)
  tell()
  return () => {
    places.delete(place)
    tell()
  }
}

/** Lets all input be lost without a question, because the session is over. */
export function forgetUnsaved(): void {
  places.clear()
  tell()
}

/** Adds a query parameter that names what the page is about. @returns a function that ends this */
export function addPageKey(name: string): () => void {
  pageKeys.add(name)
  return () => pageKeys.delete(name)
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
  const differs = (part: string) => before.get(part) !== after.get(part)
  const left = from.pathname !== to.pathname || [...pageKeys].some(differs)
  return [...places].some(({ holds, parts }) => (left || parts.some(differs)) && holds())
}
