import { MAX_MINUTES, type TrafficMinute } from '@weft/contract/agent-protocol'
import { type Counter, createMeter, type Reading } from './meter.ts'
import { KEPT, type MinuteQueue, minuteQueue } from './minute-queue.ts'
import type { Moment } from './moment.ts'

/** Counts bytes by the minute, and keeps them until they can be sent. */
export interface MinuteReporter extends Omit<MinuteQueue<TrafficMinute>, 'turn' | 'add'> {
  /** Called once a second. Reads the counters if a minute has ended. */
  beat(now: Moment): void
}

export function minuteReporter(router_name: string, counters: () => Counter[]): MinuteReporter {
  const { turn, add, due, sent, lost } = minuteQueue<TrafficMinute>(router_name, (minute) => minute.interface, MAX_MINUTES)
  const meter = createMeter()
  return {
    beat(now) {
      const current = turn(now)
      if (current === undefined) return
      const reading = meter.read(counters(), now.monotonic)
      if (reading) add(minutesOf(reading, current))
    },
    due,
    sent,
    lost,
  }
}

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
