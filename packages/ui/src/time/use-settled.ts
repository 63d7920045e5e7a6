import { useEffect, useState } from 'react'
import { pauseOf } from './pauses.ts'

/** Milliseconds without a key after which somebody has finished typing. */
const TYPING_PAUSE = 250

/** Returns a value once it has stayed the same for a moment, as a text once the typing pauses. */
export function useSettled(value: string, pause_ms = TYPING_PAUSE): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseOf(pause_ms))
    return () => clearTimeout(timer)
  }, [value, pause_ms])
  return settled
}
