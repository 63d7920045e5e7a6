/** Bytes of one interface since the device or the counter started. */
export interface Counter {
  interface: string
  down: number
  upload: number
}

/** Bytes a second that no interface exceeds: a counter that grew faster is broken. */
const MOST_BYTES = 50e9

/** Returns the growth of a counter; one that is smaller than before has restarted from zero. */
const grown = (before: number, now: number): number => (now >= before ? now - before : now)

/** The bytes since the previous reading, and the seconds by the monotonic clock. */
export interface Reading {
  seconds: number
  bytes: Counter[]
}

/** Turns counters into the bytes between two readings. */
export interface Meter {
  /** @param at milliseconds of the monotonic clock. @returns undefined for the first reading, and if no time has passed */
  read(counters: readonly Counter[], at: number): Reading | undefined
  /** Makes the next reading a first one. */
  forget(): void
}

export function createMeter(): Meter {
  let before: { at: number; counters: Map<string, Counter> } | undefined
  return {
    read(counters, at) {
      const last = before
      if (last && at <= last.at) return undefined
      before = { at, counters: new Map(counters.map((counter) => [counter.interface, counter])) }
      if (!last) return undefined
      const seconds = (at - last.at) / 1000
      const bytes = counters.flatMap(({ interface: name, down, upload }) => {
        const earlier = last.counters.get(name)
        // A new interface counts from its next reading: it is unknown when its counter started.
        if (!earlier) return []
        const passed = { interface: name, down: grown(earlier.down, down), upload: grown(earlier.upload, upload) }
        return Math.max(passed.down, passed.upload) <= MOST_BYTES * seconds ? [passed] : []
      })
      return { seconds, bytes }
    },
    forget: () => void (before = undefined),
  }
}
