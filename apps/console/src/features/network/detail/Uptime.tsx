import { Duration } from '@weft/ui'
import { serverSeconds } from '@weft/ui/time/server-time.ts'
import { useEffect, useState } from 'react'

const HOUR = 3600

/** Shows the time since a link came up, counting by itself, with seconds in the first hour. @param since Unix seconds; null while down */
export function Uptime({ since }: { since: number | null }) {
  const [now, setNow] = useState(serverSeconds)
  const young = since !== null && now - since < HOUR
  useEffect(() => {
    if (since === null) return
    const timer = setInterval(() => setNow(serverSeconds()), young ? 1000 : 60_000)
    return () => clearInterval(timer)
  }, [since, young])
  return <Duration seconds={since === null ? null : Math.max(0, now - since)} />
}
