import { useEffect, useState } from 'react'

/** Milliseconds that a button of a dialog shows that it is working (specification 2 §9). */
const LOADING_MS = 10_000

/** Returns whether work has lasted so long that its button no longer shows it. */
export function useSlow(working: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!working) return
    const timer = setTimeout(() => setSlow(true), LOADING_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [working])
  return working && slow
}
