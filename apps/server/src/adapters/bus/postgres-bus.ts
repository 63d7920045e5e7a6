import { setTimeout as pause } from 'node:timers/promises'
import { CONNECT_TIMEOUT } from '../../db/hosts.ts'
import { errorFacts, type Log } from '../../kernel/log.ts'
import { type Bus, createListeners, createReader, filtered } from './bus.ts'
import type { BusEvent } from './events.ts'
import { type Connection, openConnection } from './postgres-connection.ts'

export const BUS_TIMES = {
  /** Milliseconds between two tries to connect: the first pause, which doubles, and the longest. */
  firstPause: 100,
  longestPause: 5_000,
  /** Milliseconds within which the first connection must be open. */
  start: 30_000,
  /** Milliseconds that one try to connect may take. */
  connect: CONNECT_TIMEOUT,
  /** Milliseconds between two checks that the database still answers, and the longest wait for an answer. */
  ask: 10_000,
  answer: 5_000,
}

/**
 * Opens the bus over PostgreSQL's LISTEN/NOTIFY. An instance has one connection to listen; events are sent on others
 * (`db/client.ts`). One loop opens the connection and, whenever it is lost, opens it again.
 * @throws the error of the last try if the database cannot be reached at the start
 */
export async function openPostgresBus(url: string, log: Log, times = BUS_TIMES): Promise<Bus> {
  const listeners = createListeners<[BusEvent]>(log)
  const returns = createListeners<[]>(log)
  const { read, counts } = createReader()
  const closing = new AbortController()
  let current: Connection | undefined

  function receive(payload: string | undefined): void {
    const event = read(payload)
    if (event) listeners.call(event)
  }

  /**
   * Tries to connect until it succeeds.
   * @returns undefined once the bus is closed
   * @throws the last error after `until`, in milliseconds of the process
   */
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
      returns.call()
    }
  }

  const kept = keepOpen(await open(performance.now() + times.start))
  return {
    subscribe: (listener, interest) => listeners.add(filtered(listener, interest)),
    get up() {
      return current !== undefined
    },
    get foreign() {
      return counts.foreign
    },
    received: counts.received,
    onReturn: returns.add,
    async close() {
      closing.abort()
      await current?.end()
      await kept
    },
  }
}
