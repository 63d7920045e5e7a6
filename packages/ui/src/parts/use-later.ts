import { useEffect, useRef } from 'react'

/**
 * Returns a function that runs an action after this many milliseconds, one at a time. The action does not run if its page is gone by then,
 * so that the user is not taken away from another page.
 */
export function useLater(): (milliseconds: number, work: () => void) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (milliseconds, work) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(work, milliseconds)
  }
}
