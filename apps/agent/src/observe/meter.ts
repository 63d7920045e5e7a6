/** Bytes of one interface since some start: of the device, or of the counter. */
export interface Counter {
  interface: string
  down: number
  upload: number
}

/** No interface carries more, in bytes a second: a counter that grew faster is broken. */
const MOST_BYTES = 50e9

/** What a counter grew by; one that is smaller than before began anew, from zero. */
const grown = (before: number, now: number): number => (now >= before ? now - before : now)

/** What passed since the reading before, by a clock that only moves forward. */
export interface Reading {
  seconds: number
  bytes: Counter[]
}

/** Turns counters into what passed between two readings. */
export interface Meter {
  /** @param at milliseconds of the monotonic clock. @returns undefined for the first reading, and for one without time between */
  read(counters: readonly Counter[], at: number): Reading | undefined
  /** The next reading is a first one again. */
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
        // An interface that was not there counts from its next reading: nobody knows since when it counts.
        if (!earlier) return []
        const passed = { interface: name, down: grown(earlier.down, down), upload: grown(earlier.upload, upload) }
        return Math.max(passed.down, passed.upload) <= MOST_BYTES * seconds ? [passed] : []
      })
      return { seconds, bytes }
    },
    forget: () => void (before = undefined),
  }
}
