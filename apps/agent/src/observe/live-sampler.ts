import type { TrafficSample } from '@weft/contract/agent-protocol'
import { type Counter, createMeter } from './meter.ts'
import type { Moment } from './moment.ts'

/** Measures traffic rates while a person watches them. */
export interface LiveSampler {
  /** Starts sampling. @param interval seconds between samples */
  watch(interval: number): void
  /** Stops sampling. The first sample after a new `watch` does not reach back to the time before it. */
  unwatch(): void
  /** Returns the samples that are due; none while nobody watches. The agent calls this once a second. */
  due(now: Moment): TrafficSample[]
}

/** A timer may call `due` this many milliseconds too early, and the sample is taken all the same. */
const EARLY_MS = 200

/** Returns a sampler, idle at first. @param counters reads the byte counters of all interfaces */
export function liveSampler(counters: () => Counter[]): LiveSampler {
  const meter = createMeter()
  let interval: number | undefined
  let last = -Infinity
  return {
    watch(seconds) {
      interval = seconds
    },
    unwatch() {
      interval = undefined
      last = -Infinity
      meter.forget()
    },
    due({ wall, monotonic }) {
      if (interval === undefined || monotonic - last < interval * 1000 - EARLY_MS) return []
      last = monotonic
      const reading = meter.read(counters(), monotonic)
      if (!reading) return []
      const time = Math.floor(wall / 1000)
      return reading.bytes.map(({ interface: name, down, upload }) => ({
        interface: name,
        time,
        down: Math.round((down * 8) / reading.seconds),
        upload: Math.round((upload * 8) / reading.seconds),
      }))
    },
  }
}
