/** Decides who may connect now and, of the others, when to come back. */
export interface Admission {
  /** undefined: come in; else the seconds after which to try again. */
  admit(now_ms: number): number | undefined
}

const LONGEST_WAIT = 60

/**
 * A bucket of so many connections a second. Those turned away are given places in the seconds that follow, so that a crowd
 * comes back spread out and not as a crowd.
 */
export function createAdmission(rate: number): Admission {
  let tokens = rate
  let queued = 0
  let last = 0
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
      queued = Math.min(queued + 1, rate * LONGEST_WAIT)
      return Math.ceil(queued / rate)
    },
  }
}
