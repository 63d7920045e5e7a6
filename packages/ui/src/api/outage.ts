import { useSyncExternalStore } from 'react'
import { ApiRefusal } from './refusal.ts'
import { onReset } from '../store/module-state.ts'

/** The code that means that the server has no database for the moment (refusal `unavailable`). */
const UNAVAILABLE = 503
/** The longest wait accepted from an answer, in seconds. */
const LONGEST_WAIT = 30

let out = false
onReset(() => (out = false))
const listeners = new Set<() => void>()

function become(next: boolean): void {
  if (out === next) return
  out = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns the seconds to wait before the next try if the server says that it has no database; undefined for any other failure. */
export function comeBackAfter(error: unknown): number | undefined {
  if (!(error instanceof ApiRefusal) || error.code !== UNAVAILABLE) return undefined
  const { retry_after } = (error.data ?? {}) as { retry_after?: unknown }
  return typeof retry_after === 'number' && retry_after > 0 ? Math.min(retry_after, LONGEST_WAIT) : undefined
}

/** The outage of the server's database, according to the latest answer. */
export const outage = {
  now: (): boolean => out,
  /** Takes note of how a request ended: with an answer, or with an error. */
  heard(error?: unknown): void {
    if (comeBackAfter(error) !== undefined) become(true)
    else if (error === undefined || error instanceof ApiRefusal) become(false)
  },
  /** Calls back at each change, until the returned function is called. */
  subscribe,
  use: (): boolean => useSyncExternalStore(subscribe, outage.now),
}

/** Resolves after this many seconds and up to one more, so that clients return spread out. @throws the signal's reason when it aborts */
export function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const aborted = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', aborted)
        resolve()
      },
      (seconds + Math.random()) * 1000,
    )
    if (signal?.aborted) aborted()
    else signal?.addEventListener('abort', aborted, { once: true })
  })
}
