import { type Left, leftNow } from './device-budgets.rules.ts'

/** Decides who may connect now, and when the others should come back. */
export interface Admission {
  /** Returns undefined if the caller may connect now, otherwise the seconds after which to try again. */
  admit(now_ms: number): number | undefined
  /** Callers since the start that were turned away. */
  readonly refused: number
}

const LONGEST_WAIT = 60

/**
 * Limits connections to `rate` a second. Connections that are turned away are assigned places in the seconds that follow, so that they
 * come back spread out and not all at once.
 */
export function createAdmission(rate: number): Admission {
  let tokens = rate
  let queued = 0
  let last = 0
  let refused = 0
  return {
    admit(now_ms) {
      const passed = (Math.max(0, now_ms - last) / 1000) * rate
      tokens = Math.min(rate, tokens + passed)
      queued = Math.max(0, queued - passed)
      last = now_ms
      if (tokens >= 1) {
        tokens--
        return undefined
      }
      refused++
      queued = Math.min(queued + 1, rate * LONGEST_WAIT)
      return Math.ceil(queued / rate)
    },
    get refused() {
      return refused
    },
  }
}

/** Connections that wait for admission: whose they are as far as that is known before the database is asked. */
interface AtTheDoor {
  /** The part of the network address by which callers are counted. */
  address: string
  /** Whether this credential has opened a connection before. */
  seen: boolean
}

/** The part of the rate that is left to credentials that were seen before. */
const SEEN_SHARE = 0.5
/** Unknown credentials that one address may show at once, and again in each minute: a site of many devices has some that were deleted. */
const UNKNOWN = { at_once: 200, a_minute: 1200 }
/** Seconds after which others of such an address may try again. */
const UNKNOWN_SECONDS = 5
/** Addresses that are remembered. */
const MOST_ADDRESSES = 50_000

/**
 * Decides who may connect by what is known before a credential is checked. An address that showed many unknown credentials is turned away
 * first, so that it takes nothing from the others' rate; of that, credentials that were seen before have a share of their own.
 */
export interface Door {
  /** Returns undefined if the caller may connect now, otherwise the seconds after which to try again. */
  admit(caller: AtTheDoor, now_ms: number): number | undefined
  /** Called when a credential of this address turned out to be unknown. */
  wasUnknown(address: string, now_ms: number): void
  /** Callers since the start that were turned away. */
  readonly refused: number
}

/** @param rate connections that may open within a second */
export function createDoor(rate: number): Door {
  const all = createAdmission(rate)
  const unseen = createAdmission(rate * (1 - SEEN_SHARE))
  /** What is left to the addresses that showed unknown credentials lately. */
  const addresses = new Map<string, Left>()
  let refused = 0

  const leftOf = (address: string, now_ms: number): number => leftNow(addresses.get(address), UNKNOWN, now_ms / 1000)

  function waitOf({ address, seen }: AtTheDoor, now_ms: number): number | undefined {
    if (seen) return all.admit(now_ms)
    if (leftOf(address, now_ms) < 1) return UNKNOWN_SECONDS
    return unseen.admit(now_ms) ?? all.admit(now_ms)
  }

  return {
    admit(caller, now_ms) {
      const wait = waitOf(caller, now_ms)
      if (wait !== undefined) refused++
      return wait
    },
    wasUnknown(address, now_ms) {
      const amount = Math.max(0, leftOf(address, now_ms) - 1)
      // The addresses that were counted longest ago come first.
      addresses.delete(address)
      addresses.set(address, { amount, at: now_ms / 1000 })
      const [oldest] = addresses.keys()
      if (addresses.size > MOST_ADDRESSES && oldest !== undefined) addresses.delete(oldest)
    },
    get refused() {
      return refused
    },
  }
}
