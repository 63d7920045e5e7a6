import { useEffect, useState, useSyncExternalStore } from 'react'
import { onReset } from '@weft/ui/store/module-state.ts'

/** The connection over which changes arrive by themselves. */
interface Connection {
  /** When it was lost, in milliseconds; undefined while it is there, and before it was there once. */
  lost: number | undefined
  /** When it is tried again, in milliseconds; undefined while a try is under way. */
  again: number | undefined
  retry: () => void
}

const there: Connection = { lost: undefined, again: undefined, retry: () => {} }
let now = there
const heard = new Set<() => void>()
onReset(() => (now = there))

/** Whether the account's events arrive. Whoever holds the socket tells it; pages show it. */
export const connection = {
  get: (): Connection => now,
  tell(next: Partial<Connection>): void {
    now = { ...now, ...next }
    for (const listener of heard) listener()
  },
  reset(): void {
    connection.tell(there)
  },
}

const subscribe = (tell: () => void) => {
  heard.add(tell)
  return () => void heard.delete(tell)
}

/** Returns the state of the connection. */
export const useConnection = (): Connection => useSyncExternalStore(subscribe, connection.get)

/** A loss that is shorter than this is not shown. */
const SHOWN_AFTER_MS = 30_000

/** A connection that has been lost for a while. */
export interface LostConnection {
  /** When it is tried again, in Unix milliseconds; undefined while a try is under way. */
  again: number | undefined
  retry: () => void
}

/** Returns the lost connection; undefined while it is there or was lost only a moment ago. */
export function useLostConnection(): LostConnection | undefined {
  const { lost, again, retry } = useConnection()
  const [time, setTime] = useState(() => Date.now())
  useEffect(() => {
    if (lost === undefined) return
    const timer = setInterval(() => setTime(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [lost])
  return lost === undefined || time - lost < SHOWN_AFTER_MS ? undefined : { again, retry }
}
