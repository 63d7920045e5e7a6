import { MAX_MINUTES, type TrafficMinute } from '@weft/contract/agent-protocol'
import { seeded } from '../seeded.ts'
import { type Counter, createMeter, type Reading } from './meter.ts'

/** One moment on two clocks, in milliseconds: since 1970, which may jump, and of the monotonic clock. */
export interface Moment {
  wall: number
  monotonic: number
}

/** Minutes that are kept for each interface while the controller is away: a day. */
const KEPT = 1440
/** Milliseconds before the end of a connection in which a minute that was sent may not have arrived. */
const UNSURE_MS = 120_000

/** Counts bytes by the minute, and keeps them until they can be sent. */
export interface MinuteReporter {
  /** Called once a second. Reads the counters if a minute has ended. */
  beat(now: Moment): void
  /**
   * Returns the minutes that are due, oldest first. Each device reports at its own moment of the next minute, so that thousands do not
   * report at once.
   */
  due(now: Moment): TrafficMinute[]
  /** Called when all minutes that were due have been sent. */
  sent(minutes: readonly TrafficMinute[], now: Moment): void
  /** Called when the connection ended: minutes sent shortly before are sent again. */
  lost(now: Moment): void
}

export function minuteReporter(router_name: string, counters: () => Counter[]): MinuteReporter {
  const offset = 1 + Math.floor(seeded(`${router_name} minute`) * 55)
  const meter = createMeter()
  let minute: number | undefined
  let kept: TrafficMinute[] = []
  let last: { minutes: readonly TrafficMinute[]; at: number } | undefined

  return {
    beat({ wall, monotonic }) {
      const seconds = Math.floor(wall / 1000)
      const current = seconds - (seconds % 60)
      if (current === minute) return
      minute = current
      const reading = meter.read(counters(), monotonic)
      if (reading) kept = kept.concat(minutesOf(reading, current)).slice(-bound(kept))
    },
    due({ wall }) {
      if (kept.length === 0 || minute === undefined || wall / 1000 - minute < offset) return []
      return kept.slice(0, MAX_MINUTES)
    },
    sent(minutes, { monotonic }) {
      kept = kept.slice(minutes.length)
      last = { minutes, at: monotonic }
    },
    lost({ monotonic }) {
      if (last && monotonic - last.at < UNSURE_MS) kept = last.minutes.concat(kept).slice(-bound(kept))
      last = undefined
    },
  }
}

const bound = (kept: readonly TrafficMinute[]) => KEPT * Math.max(1, new Set(kept.map((one) => one.interface)).size)

/**
 * Returns the minutes of a reading that ends with the minute before `current`. Their number comes from the time on the monotonic clock,
 * because the wall clock may have jumped; several minutes share the bytes.
 */
export function minutesOf({ seconds, bytes }: Reading, current: number): TrafficMinute[] {
  const count = Math.max(1, Math.round(seconds / 60))
  const share = (whole: number, i: number) => Math.floor((whole * (i + 1)) / count) - Math.floor((whole * i) / count)
  return Array.from({ length: Math.min(count, KEPT) }, (_, i) => i).flatMap((i) =>
    bytes.map(({ interface: name, down, upload }) => ({
      interface: name,
      time: current - (Math.min(count, KEPT) - i) * 60,
      down: share(down, i),
      upload: share(upload, i),
    })),
  )
}
