import { useEffect, useRef } from 'react'

/** Does something in so many milliseconds, one thing at a time; nothing if its page is gone by then, so nobody is led away from where they went meanwhile. */
export function useLater(): (milliseconds: number, work: () => void) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (milliseconds, work) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(work, milliseconds)
  }
}
