import { type RateClass, rateLimits } from '@weft/contract'
import type { SystemDb } from '../db/client.ts'
import { type Clock, unix } from '../kernel/clock.ts'
import { Refusal } from '../kernel/refusal.ts'
import { countCall } from './rate.queries.ts'

export interface RateGate {
  /**
   * Counts one call of a caller.
   * @param caller a login, an operator or an address, never a session: a second session gives no more calls
   * @param account_id the account of the caller; all its callers share a limit
   * @throws tooManyTries
   */
  count(rate: RateClass, caller: string, account_id?: number): Promise<void>
}

const MOST_CALLERS = 50_000

/**
 * The part of a limit that is divided among several instances, which each counts in its memory. The rest is counted in the database, for
 * whoever needs it: most callers never do, and one that only talks to one instance still has most of the limit.
 */
const DIVIDED = 1 / 4

/**
 * Counts calls in fixed windows: durable ones in the database, the others in this instance's memory, which is cleared with the window. With
 * several instances only the first calls of a caller are counted in memory, so that together they answer no more than one.
 * @param factor multiplies the limits of logins and accounts only
 * @param instances returns how many instances answer calls
 */
export function createRateGate(db: SystemDb, clock: Clock, factor = 1, instances = () => 1): RateGate {
  /** Callers that were refused in this window: further calls cost the database nothing. */
  let refused = new Set<string>()
  let window = new Map<string, number>()
  let windowStart = 0
  const refuse = (seconds: number): never => {
    throw new Refusal('tooManyTries', { seconds }, { retry_after: seconds })
  }
  async function countOne(rate: RateClass, caller: string, most: number): Promise<void> {
    const { seconds, durable } = rateLimits[rate]
    const now = unix(clock.now())
    const start = now - (now % seconds)
    if (durable) {
      if ((await countCall(db, `${rate} ${caller}`, start)) > most) refuse(start + seconds - now)
      return
    }
    if (start !== windowStart || window.size > MOST_CALLERS) [window, windowStart, refused] = [new Map(), start, new Set()]
    const key = `${rate} ${caller}`
    const counted = (window.get(key) ?? 0) + 1
    window.set(key, counted)
    const sharing = instances()
    const own = sharing > 1 ? Math.floor((most * DIVIDED) / sharing) : most
    if (counted <= own) return
    if (sharing === 1 || refused.has(key) || (await countCall(db, `${key} shared`, start)) > most - own * sharing) {
      refused.add(key)
      refuse(start + seconds - now)
    }
  }
  return {
    async count(rate, caller, account_id) {
      const { calls, calls_of_account } = rateLimits[rate]
      // A refused call of a login does not count against the other logins of its account.
      await countOne(rate, caller, account_id === undefined ? calls : factor * calls)
      if (account_id !== undefined) await countOne(rate, `account ${account_id}`, factor * calls_of_account)
    },
  }
}
