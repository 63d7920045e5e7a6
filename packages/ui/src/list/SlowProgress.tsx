import { useEffect, useState } from 'react'

const PATIENCE_MS = 300

/** Shows a 2 px line at the top once a refresh takes longer than 300 ms. */
export function SlowProgress({ active }: { active: boolean }) {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!active) return
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [active])
  return active && slow ? <div className="weft-progress" aria-hidden="true" /> : null
}
