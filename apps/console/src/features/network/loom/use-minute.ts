import { useEffect, useState } from 'react'

const MINUTE_MILLISECONDS = 60_000
const now = () => Math.floor(Date.now() / 1000)

/** Returns the time in Unix seconds, newly each minute. */
export function useMinute(): number {
  const [time, setTime] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), MINUTE_MILLISECONDS)
    return () => clearInterval(timer)
  }, [])
  return time
}
