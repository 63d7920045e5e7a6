import type { TrafficMinute } from '@weft/contract'
import type { Db } from '../db/client.ts'
import { keepTraffic, type TrafficRow } from '../domains/observation/traffic/keep.service.ts'
import { type Clock, DEVICE_AHEAD_SECONDS, unix } from '../kernel/clock.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import { createBatch } from '../db/batch.ts'
import type { Peer } from './peers.ts'
import { rangeOf } from './telemetry.queries.ts'
import { placeMinute, shiftOf, type Unfit } from './telemetry.rules.ts'

export interface Telemetry {
  /** @param now the device's clock when it sent them, if it reports it */
  keep(peer: Peer, minutes: readonly TrafficMinute[], now: number | undefined): void
  /** Keeps the traffic of a link in one minute, whose time is the controller's. */
  keepLink(minute: TrafficRow): void
  /** Minutes dropped since the start. */
  dropped(): number
  /** Reads again for which days there are partitions. */
  refresh(): Promise<void>
  flush(): Promise<void>
  stop(): Promise<void>
}

const BATCH_MS = 1000
const MOST_WAITING = 200_000
const ROWS_PER_STATEMENT = 25_000

/** Creates the writer of traffic. Minutes of a day or device that is not kept are counted and dropped (docs/design/data-plane.md §4.6). */
export function createTelemetry({ db, clock, log }: { db: Db; clock: Clock; log: Log }): Telemetry {
  let range = { from: 0, to: 0 }
  const unfit: Record<Unfit, number> = { unknown: 0, absurd: 0, outside: 0 }
  let dropped = 0

  async function write(rows: TrafficRow[]): Promise<void> {
    const unique = new Map<string, TrafficRow>()
    for (const row of rows) {
      const key = `${row.router_name} ${row.interface} ${row.time}`
      const twin = unique.get(key)
      unique.set(key, twin ? { ...row, down: Math.max(row.down, twin.down), upload: Math.max(row.upload, twin.upload) } : row)
    }
    const all = [...unique.values()]
    for (let i = 0; i < all.length; i += ROWS_PER_STATEMENT) await keepTraffic(db.systemNow, all.slice(i, i + ROWS_PER_STATEMENT))
  }

  const batch = createBatch<TrafficRow>({ name: 'traffic', write, delay_ms: BATCH_MS, most: MOST_WAITING, log })
  return {
    keep(peer, minutes, device_now) {
      const now = unix(clock.now())
      if (device_now !== undefined) peer.shift = shiftOf(peer.shift, now - device_now)
      const { account_id, router_name, interfaces, shift = 0 } = peer
      const kept = { from: range.from, to: Math.min(range.to, now + DEVICE_AHEAD_SECONDS) }
      for (const minute of minutes) {
        const time = placeMinute(minute, shift, interfaces, kept)
        if (typeof time === 'number')
          batch.add({ account_id, router_name, interface: minute.interface, time, down: minute.down, upload: minute.upload })
        else {
          unfit[time]++
          dropped++
        }
      }
    },
    keepLink: (minute) => batch.add(minute),
    dropped: () => dropped,
    async refresh() {
      if (unfit.unknown + unfit.absurd + unfit.outside > 0) log.warn('minutes of traffic were dropped', { ...unfit })
      unfit.unknown = unfit.absurd = unfit.outside = 0
      try {
        range = await rangeOf(db.systemNow, 'traffic_minute')
      } catch (error) {
        log.warn('the days of traffic could not be read', errorFacts(error))
      }
    },
    flush: () => batch.flush(),
    stop: () => batch.stop(),
  }
}
