import { CODE_HINT_SECONDS } from '@weft/contract'
import { useCallback, useEffect, useState } from 'react'
import { onReset } from '@weft/ui/store/module-state.ts'

/** Times of the codes that were requested under one name, in Unix milliseconds. */
interface Kept {
  /** When another code may be requested. */
  ends: number
  /** When the first code since the last success was requested. */
  first: number
}

const PREFIX = 'weft.code.'
const TICK_MS = 1000
const heard = new Set<() => void>()
/** Replaces the storage in browsers that refuse it. */
const unstored = new Map<string, string>()
onReset(() => unstored.clear())

function read(name: string): Kept | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? unstored.get(name) ?? 'null') as Partial<Kept> | null
    return typeof kept?.ends === 'number' && typeof kept.first === 'number' ? (kept as Kept) : undefined
  } catch {
    return undefined
  }
}

function write(name: string, kept: Kept | undefined): void {
  const text = kept && JSON.stringify(kept)
  unstored.delete(name)
  try {
    if (text === undefined) sessionStorage.removeItem(PREFIX + name)
    else sessionStorage.setItem(PREFIX + name, text)
  } catch {
    if (text !== undefined) unstored.set(name, text)
  }
  for (const tell of heard) tell()
}

/** Forgets the requests under a name once a code was used. */
export const forgetCode = (name: string): void => write(name, undefined)

/** Ends the wait under a name, because the next code goes to someone else. */
export function endWait(name: string): void {
  const kept = read(name)
  if (kept) write(name, { ...kept, ends: 0 })
}

const secondsUntil = (time: number) => Math.max(0, Math.ceil((time - Date.now()) / 1000))

function stateOf(name: string) {
  const kept = read(name)
  return {
    left: kept ? secondsUntil(kept.ends) : 0,
    late: kept !== undefined && Date.now() >= kept.first + CODE_HINT_SECONDS * 1000,
  }
}

/**
 * Counts down the wait between two codes. The tab stores the time of its end, so a reload does not shorten the wait and a tab
 * that slept does not prolong it.
 * @param name of the countdown; all users of this name on the page wait together
 * @returns the whole seconds `left`, and whether a code is `late`: requested five minutes ago, and not forgotten since
 */
export function useCountdown(name: string) {
  const [state, setState] = useState(() => stateOf(name))
  useEffect(() => {
    const look = () => {
      const next = stateOf(name)
      setState((before) => (before.left === next.left && before.late === next.late ? before : next))
    }
    look()
    heard.add(look)
    const timer = setInterval(look, TICK_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      heard.delete(look)
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [name])
  const start = useCallback(
    (seconds: number) => write(name, { ends: Date.now() + seconds * 1000, first: read(name)?.first ?? Date.now() }),
    [name],
  )
  const reset = useCallback(() => endWait(name), [name])
  return { ...state, start, reset }
}
