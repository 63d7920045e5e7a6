import { FRESH_SECONDS, isFresh, type State } from '@weft/contract'
import { useEffect, useState } from 'react'

/** Returns whether a member or a link broke a moment ago, and false by itself once that is over. */
export function useFresh(one: { state: State; since: number | null }): boolean {
  const [, setEnded] = useState(0)
  const fresh = isFresh(one, Date.now() / 1000)
  const end = fresh && one.since !== null ? (one.since + FRESH_SECONDS) * 1000 : undefined
  useEffect(() => {
    if (end === undefined) return
    const timer = setTimeout(() => setEnded(end), Math.max(0, end - Date.now()) + 1)
    return () => clearTimeout(timer)
  }, [end])
  return fresh
}
