import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000
const SECOND_MS = 1000

/**
 * Returns the present time in Unix seconds, newly as often as what is said of a length of time changes: each second in its first minute, then
 * each minute.
 */
export function useSince(since: number | null): number {
  const [now, setNow] = useState(() => Date.now())
  const lasted = since === null ? MINUTE_MS : now - since * 1000
  const wait = lasted < MINUTE_MS ? SECOND_MS : MINUTE_MS - (lasted % MINUTE_MS)
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), wait)
    return () => clearTimeout(timer)
  }, [now, wait])
  return Math.floor(now / 1000)
}
