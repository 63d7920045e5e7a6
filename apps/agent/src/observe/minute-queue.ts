import { seeded } from '../seeded.ts'
import type { Moment } from './moment.ts'

/** Minutes that are kept of each source while the controller is away: a day. */
export const KEPT = 1440
/** The most minutes of all sources together: a device that dials a hundred others still has memory for its work. */
const MOST_KEPT = 20_000
/** Milliseconds between two messages with the most minutes: a device that was away asks no more of the controller than others do. */
const CATCH_UP_MS = 5000
/** Milliseconds before the end of a connection in which a minute that was sent may not have arrived. */
const UNSURE_MS = 120_000

/** Keeps what was measured in each minute until it can be sent. */
export interface MinuteQueue<T> {
  /** Returns the start of the minute that has begun since the last call, in Unix seconds; undefined if none has. */
  turn(now: Moment): number | undefined
  add(minutes: readonly T[]): void
  /**
   * Returns the minutes that are due, oldest first. Each device reports at its own moment of the next minute, so that thousands do not
   * report at once.
   */
  due(now: Moment): T[]
  /** Called when all minutes that were due have been sent. */
  sent(minutes: readonly T[], now: Moment): void
  /** Called when the connection ended: minutes sent shortly before are sent again. */
  lost(now: Moment): void
}

/** @param sourceOf what a minute was measured of @param most how many are sent at once */
export function minuteQueue<T>(router_name: string, sourceOf: (minute: T) => string, most: number): MinuteQueue<T> {
  const offset = 1 + Math.floor(seeded(`${router_name} minute`) * 55)
  let minute: number | undefined
  let kept: T[] = []
  let last: { minutes: readonly T[]; at: number } | undefined
  const bound = () => Math.min(MOST_KEPT, KEPT * Math.max(1, new Set(kept.map(sourceOf)).size))

  return {
    turn({ wall }) {
      const seconds = Math.floor(wall / 1000)
      const current = seconds - (seconds % 60)
      if (current === minute) return undefined
      minute = current
      return current
    },
    add(minutes) {
      kept = kept.concat(minutes).slice(-bound())
    },
    due({ wall, monotonic }) {
      if (last && last.minutes.length >= most && monotonic - last.at < CATCH_UP_MS) return []
      if (kept.length === 0 || minute === undefined || wall / 1000 - minute < offset) return []
      return kept.slice(0, most)
    },
    sent(minutes, { monotonic }) {
      kept = kept.slice(minutes.length)
      last = { minutes, at: monotonic }
    },
    lost({ monotonic }) {
      if (last && monotonic - last.at < UNSURE_MS) kept = last.minutes.concat(kept).slice(-bound())
      last = undefined
    },
  }
}
