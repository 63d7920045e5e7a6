import { useEffect, useState } from 'react'

/** Returns the present time in Unix milliseconds, once a second. */
export function useClock(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Returns the server's present time in Unix seconds, once a second. @param time that of its last answer */
export function useServerNow(time: number): number {
  const now = useClock()
  const [answer, setAnswer] = useState({ time, at: now })
  if (answer.time !== time) setAnswer({ time, at: now })
  return answer.time + Math.max(0, Math.floor((now - answer.at) / 1000))
}
