import { useRef, useState } from 'react'
import { toast } from '../toast/toast.ts'

/**
 * Submits a form once at a time: further submits are dropped until the answer has come. The errors and warnings of the former try are removed.
 * @param send handles its own failures
 * @returns the submit, and whether one is under way
 */
export function useSubmit<T>(send: (typed: T) => Promise<unknown>): [submit: (typed: T) => Promise<void>, loading: boolean] {
  const [loading, setLoading] = useState(false)
  // Takes effect at once; the state changes only with the next render.
  const waiting = useRef(false)
  const submit = async (typed: T) => {
    if (waiting.current) return
    waiting.current = true
    setLoading(true)
    toast.removeProblems()
    try {
      await send(typed)
    } finally {
      waiting.current = false
      setLoading(false)
    }
  }
  return [submit, loading]
}
