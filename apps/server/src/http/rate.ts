import { type RateClass, rateLimits } from '@weft/contract'
import type { SystemDb } from '../db/client.ts'
import { type Clock, unix } from '../kernel/clock.ts'
import { Refusal } from '../kernel/refusal.ts'
import { countCalls } from './rate.queries.ts'

export interface RateGate {
  /**
   * Counts one call of a caller.
   * @param caller a login, an operator or an address, never a session: a second session gives no more calls
   * @param account_id the account of the caller; all its callers share a limit
   * @throws tooManyTries
   */
  count(rate: RateClass, caller: string, account_id?: number): Promise<void>
}

/** Callers of one window of whom an instance keeps counts. */
const MOST_CALLERS = 50_000

/** The part of a limit that each instance may let through before it counts it in the database. */
const PART = 1 / 16
/** With more instances than these none has a part: the database counts every call. */
const MOST_WITH_PART = 8
/** Seconds until all others know of a new instance, because they have renewed their leases. They keep its part free from then on. */
const UNKNOWN_SECONDS = 60

/** The calls of one caller in one window. */
interface Calls {
  /** Those that this instance let through and the database has not counted yet. */
  ahead: number
  /** Those that the database had counted, of all instances, when it last answered. */
  counted: number
  /** Its count in progress. */
  counting: Promise<void> | undefined
  /** Whether it was refused in this window: further calls cost the database nothing. */
  refused: boolean
}

/**
 * Counts calls in fixed windows in the database: durable limits with each call, the others in batches. An instance lets a part of a limit
 * through before it counts those calls, so most callers cost no statement. Every instance keeps the parts of the others free, so all
 * together answer no more than one, also while instances join or leave.
 * @param factor multiplies the limits of logins and accounts only
 * @param instances returns how many instances answer calls, as far as this one knows
 * @param most_callers the counts of those that called longest ago are forgotten beyond these: a crowd of strangers costs others nothing
 */
export function createRateGate(db: SystemDb, clock: Clock, factor = 1, instances = () => 1, most_callers = MOST_CALLERS): RateGate {
  const began = unix(clock.now())
  let windowStart = began - (began % rateLimits.read.seconds)
  /** The callers of this window, the one that called last at the end. */
  let window = new Map<string, Calls>()
  /** The most instances that this one has known in this window. The calls that one let through before it left still count. */
  let sharing = instances()
  const refuse = (seconds: number): never => {
    throw new Refusal('tooManyTries', { seconds }, { retry_after: seconds })
  }

  async function countOne(rate: RateClass, caller: string, most: number): Promise<void> {
    const { seconds, durable } = rateLimits[rate]
    const now = unix(clock.now())
    const start = now - (now % seconds)
    const wait = start + seconds - now
    const key = `${rate} ${caller}`
    if (durable) {
      if ((await countCalls(db, key, start, 1)) > most) refuse(wait)
      return
    }
    if (start !== windowStart) [window, windowStart, sharing] = [new Map(), start, 1]
    sharing = Math.max(sharing, instances())
    const part = Math.floor(most * PART)
    const unknown = sharing > 1 && start - began < UNKNOWN_SECONDS
    const own = unknown || sharing > MOST_WITH_PART ? 0 : part
    const most_counted = most - part * Math.min(sharing - 1, MOST_WITH_PART)
    const calls = window.get(key) ?? { ahead: 0, counted: 0, counting: undefined, refused: false }
    window.delete(key)
    window.set(key, calls)
    if (window.size > most_callers) window.delete(window.keys().next().value!)
    for (;;) {
      if (calls.refused) refuse(wait)
      if (calls.ahead < own && calls.counted + own <= most_counted) {
        calls.ahead += 1
        return
      }
      if (calls.counting === undefined) break
      await calls.counting
    }
    const count = async () => {
      calls.counted = await countCalls(db, key, start, calls.ahead + 1)
      if (calls.counted > most_counted) calls.refused = true
      else calls.ahead = 0
    }
    calls.counting = count()
    try {
      await calls.counting
    } finally {
      calls.counting = undefined
    }
    if (calls.refused) refuse(wait)
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
