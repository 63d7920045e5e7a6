import { serverNow } from '@weft/ui/time/server-time.ts'
import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000
const SECOND_MS = 1000

/**
 * Returns the present time in Unix seconds, for a page that shows how long ago `since` was. It renders again when the shown text changes: each
 * second in the first minute, then each minute, and at once when `since` changes.
 */
export function useSince(since: number | null): number {
  const [read, setRead] = useState(() => ({ since, now: serverNow() }))
  useEffect(() => {
    const lasted = since === null ? MINUTE_MS : read.now - since * 1000
    const wait = lasted < MINUTE_MS ? SECOND_MS : MINUTE_MS - (lasted % MINUTE_MS)
    const timer = setTimeout(() => setRead({ since, now: serverNow() }), read.since === since ? wait : 0)
    return () => clearTimeout(timer)
  }, [since, read])
  return Math.floor(read.now / 1000)
}
