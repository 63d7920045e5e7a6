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
