import { setTimeout as sleep } from 'node:timers/promises'
import { errorFacts, type Log } from '../kernel/log.ts'
import { whileUnderWay } from '../kernel/under-way.ts'

export interface Rounds {
  /** Resolves when the round under way has ended. */
  stop(): Promise<void>
}

/** Does a piece of work over and over, each time after a pause: for what must be noticed sooner than a schedule's minute. */
export function startRounds(what: string, pause_ms: number, work: () => Promise<void>, log: Log): Rounds {
  const stopping = new AbortController()
  let failing = false
  async function go(): Promise<void> {
    for (;;) {
      await sleep(pause_ms, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      try {
        await whileUnderWay(what, work)
        failing = false
      } catch (error) {
        // Once a failure: a database that is away would otherwise fill the log.
        if (!failing) log.warn(`${what} failed`, errorFacts(error))
        failing = true
      }
    }
  }
  const ended = go()
  return {
    async stop() {
      stopping.abort()
      await ended
    },
  }
}
