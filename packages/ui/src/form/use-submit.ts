import { useRef, useState } from 'react'

/**
 * Sends a form once at a time: what is submitted while an answer is awaited is dropped.
 * @param send deals with its own failures
 * @returns the submit, and whether one is under way
 */
export function useSubmit<T>(send: (typed: T) => Promise<unknown>): [submit: (typed: T) => Promise<void>, loading: boolean] {
  const [loading, setLoading] = useState(false)
  // Asked at once, where the state would tell only after the next drawing.
  const waiting = useRef(false)
  const submit = async (typed: T) => {
    if (waiting.current) return
    waiting.current = true
    setLoading(true)
    try {
      await send(typed)
    } finally {
      waiting.current = false
      setLoading(false)
    }
  }
  return [submit, loading]
}
