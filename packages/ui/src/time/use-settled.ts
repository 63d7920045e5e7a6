import { useEffect, useEffectEvent, useState } from 'react'
import { pauseOf } from './pauses.ts'

/** Milliseconds without a key after which somebody has finished typing. */
const TYPING_PAUSE = 250

/** Acts once a value has stayed the same for a moment, as a text once the typing pauses. @param whole false while more of it is sure to come */
export function useOnceSettled(value: string, act: () => void, { whole = true, pause_ms = TYPING_PAUSE } = {}): void {
  const settled = useEffectEvent(act)
  useEffect(() => {
    if (!whole) return
    const timer = setTimeout(() => settled(), pauseOf(pause_ms))
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each new value begins the wait anew
  }, [value, whole, pause_ms])
}

/** Returns a value once it has stayed the same for a moment. */
export function useSettled(value: string, pause_ms = TYPING_PAUSE): string {
  const [settled, setSettled] = useState(value)
  useOnceSettled(value, () => setSettled(value), { pause_ms })
  return settled
}
