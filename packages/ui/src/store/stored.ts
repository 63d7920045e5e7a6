import { useSyncExternalStore } from 'react'
import { onReset } from './module-state.ts'

/** A value that outlives the page and is the same in every tab. */
export interface Stored<T extends string> {
  get(): T
  set(value: T): void
  use(): T
}

const PREFIX = 'weft.'

/** Reads `localStorage`; returns undefined if the browser refuses. */
export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(PREFIX + key) ?? undefined
  } catch {
    return undefined
  }
}

/** Writes `localStorage`; undefined removes the key. If the browser refuses, the value lasts for this page only. */
export function writeStored(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + key)
    else localStorage.setItem(PREFIX + key, value)
  } catch {
    // Private windows may refuse storage; the page works without it.
  }
}

/** Calls back when another tab changes the key. */
export function onStored(key: string, heard: (value: string | undefined) => void): () => void {
  const listen = (event: StorageEvent) => {
    if (event.key === PREFIX + key || event.key === null) heard(event.newValue ?? undefined)
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

/** Returns a choice out of `values`, kept under `key`. An unknown stored value counts as `fallback`. */
export function storedChoice<const T extends string>(key: string, values: readonly T[], fallback: NoInfer<T>): Stored<T> {
  const accept = (text: string | undefined): T => values.find((value) => value === text) ?? fallback
  let current = accept(readStored(key))
  const heard = new Set<() => void>()
  onReset(() => (current = accept(readStored(key))))
  const change = (value: T) => {
    if (value === current) return
    current = value
    for (const tell of heard) tell()
  }
  const subscribe = (tell: () => void) => {
    heard.add(tell)
    const stop = onStored(key, (text) => change(accept(text)))
    return () => {
      heard.delete(tell)
      stop()
    }
  }
  return {
    get: () => current,
    set: (value) => {
      writeStored(key, value)
      change(value)
    },
    use: () => useSyncExternalStore(subscribe, () => current),
  }
}
