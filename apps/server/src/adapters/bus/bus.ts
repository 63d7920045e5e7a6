import { setTimeout as pause } from 'node:timers/promises'
import { errorFacts, type Log } from '../../kernel/log.ts'
import { type Connection, openConnection } from './connection.ts'
import { type BusEvent, readEvent } from './events.ts'

export interface Bus {
  /** Hears every event of every instance, its own included, until the returned function is called. */
  hear(listener: (event: BusEvent) => void): () => void
  /** Whether it is connected now. What was told while it was not is lost: listeners must be able to catch up. */
  readonly up: boolean
  /** Notifications since the start that were no event of ours. They are dropped. */
  readonly foreign: number
  /** Calls the listener each time that the connection is there again after a gap, to look up what was missed. Returns its removal. */
  onReturn(listener: () => void): () => void
  close(): Promise<void>
}

const BUS_TIMES = {
  /** Milliseconds between two tries to connect: the first pause, which doubles, and the longest. */
  firstPause: 100,
  longestPause: 5_000,
  /** Milliseconds in which the first connection must be there. */
  start: 30_000,
  /** Milliseconds between two questions whether the database is still there, and until one is answered. */
  ask: 10_000,
  answer: 5_000,
}

/**
 * Opens the bus over PostgreSQL's LISTEN/NOTIFY: one connection an instance at any time, none of its own to publish (`bus.queries.ts`).
 * One loop opens it and, whenever it is lost, opens it again.
 * @throws the error of the last try where the database cannot be reached at the start
 */
export async function listen(url: string, log: Log, times = BUS_TIMES): Promise<Bus> {
  const listeners = new Set<(event: BusEvent) => void>()
  const returns = new Set<() => void>()
  const closing = new AbortController()
  let current: Connection | undefined
  let foreign = 0

  /** Calls each listener. One that throws ends neither the others nor the process. */
  function callEach<A extends unknown[]>(called: Set<(...args: A) => void>, ...args: A): void {
    for (const listener of called) {
      try {
        listener(...args)
      } catch (error) {
        log.error('a listener of the bus failed', errorFacts(error))
      }
    }
  }

  function receive(payload: string | undefined): void {
    const event = readEvent(payload)
    if (event) return callEach(listeners, event)
    foreign += 1
  }

  /** Tries until a connection is there. @returns undefined once the bus was closed. @throws the last error after `until`, in milliseconds of the process */
  async function open(until: number): Promise<Connection | undefined> {
    for (let wait = times.firstPause; !closing.signal.aborted; wait = Math.min(wait * 2, times.longestPause)) {
      try {
        const opened = await openConnection(url, receive, times)
        if (!closing.signal.aborted) return opened
        await opened.end()
      } catch (error) {
        if (performance.now() > until) throw error
        if (wait === times.firstPause) log.warn('the bus cannot reach the database', errorFacts(error))
      }
      await pause(wait, undefined, { signal: closing.signal }).catch(() => {})
    }
    return undefined
  }

  async function keepOpen(first: Connection | undefined): Promise<void> {
    current = first
    while (current) {
      await current.lost
      current = undefined
      if (closing.signal.aborted) return
      log.warn('the bus lost its connection to the database')
      current = await open(Infinity)
      if (!current) return
      log.info('the bus is back')
      callEach(returns)
    }
  }

  const kept = keepOpen(await open(performance.now() + times.start))
  return {
    hear(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    get up() {
      return current !== undefined
    },
    get foreign() {
      return foreign
    },
    onReturn(listener) {
      returns.add(listener)
      return () => returns.delete(listener)
    },
    async close() {
      closing.abort()
      await current?.end()
      await kept
    },
  }
}
