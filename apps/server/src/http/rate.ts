import { type RateClass, rateLimits } from '@weft/contract'
import type { SystemDb } from '../db/client.ts'
import { type Clock, unix } from '../kernel/clock.ts'
import { Refusal } from '../kernel/refusal.ts'
import { countCall } from './rate.queries.ts'

export interface RateGate {
  /** Counts one call of a caller. @throws tooManyTries */
  count(rate: RateClass, caller: string): Promise<void>
}

const MOST_CALLERS = 50_000

/** Fixed windows: durable ones in the database, the others in this instance's memory, whose callers are forgotten with their window. */
export function createRateGate(db: SystemDb, clock: Clock): RateGate {
  let window = new Map<string, number>()
  let windowStart = 0
  const refuse = (seconds: number): never => {
    throw new Refusal('tooManyTries', { seconds }, { retry_after: seconds })
  }
  return {
    async count(rate, caller) {
      const { calls, seconds, durable } = rateLimits[rate]
      const now = unix(clock.now())
      const start = now - (now % seconds)
      if (durable) {
        if ((await countCall(db, `${rate} ${caller}`, start)) > calls) refuse(start + seconds - now)
        return
      }
      if (start !== windowStart || window.size > MOST_CALLERS) [window, windowStart] = [new Map(), start]
      const key = `${rate} ${caller}`
      const counted = (window.get(key) ?? 0) + 1
      window.set(key, counted)
      if (counted > calls) refuse(start + seconds - now)
    },
  }
}
