import { setTimeout as sleep } from 'node:timers/promises'
import { errorFacts, type Log } from '../kernel/log.ts'

export interface Rounds {
  /** Resolves when the round under way has ended. */
  stop(): Promise<void>
}

/** Does a piece of work over and over, with a pause between: for what must be noticed sooner than a schedule's minute. */
export function startRounds(what: string, pause_ms: number, work: () => Promise<void>, log: Log): Rounds {
  const stopping = new AbortController()
  let failing = false
  async function go(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await work()
        failing = false
      } catch (error) {
        // Once a failure: a database that is away would otherwise fill the log.
        if (!failing) log.warn(`${what} failed`, errorFacts(error))
        failing = true
      }
      await sleep(pause_ms, undefined, { signal: stopping.signal }).catch(() => {})
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
