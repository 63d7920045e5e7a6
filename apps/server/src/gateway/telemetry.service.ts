import type { TrafficMinute } from '@weft/contract'
import type { Db } from '../db/client.ts'
import { type Clock, unix } from '../kernel/clock.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import { createBatch } from './batch.ts'
import type { Peer } from './peers.ts'
import { trafficRange, type TrafficRow, upsertTraffic } from './telemetry.queries.ts'

export interface Telemetry {
  keep(peer: Peer, minutes: readonly TrafficMinute[]): void
  /** Reads again which days there are partitions for. */
  refresh(): Promise<void>
  flush(): Promise<void>
  stop(): Promise<void>
}

const BATCH_MS = 1000
const MOST_WAITING = 200_000
const ROWS_PER_STATEMENT = 10_000
/** A device's clock may be a little ahead. */
const AHEAD = 120

/** Traffic is lossy (data-plane.md §4.6): what fits no day that is kept is counted and dropped. */
export function createTelemetry({ db, clock, log }: { db: Db; clock: Clock; log: Log }): Telemetry {
  let range = { from: 0, to: 0 }
  let outside = 0

  async function write(rows: TrafficRow[]): Promise<void> {
    const unique = new Map<string, TrafficRow>()
    for (const row of rows) {
      const key = `${row.router_name} ${row.interface} ${row.time}`
      const twin = unique.get(key)
      unique.set(key, twin ? { ...row, down: Math.max(row.down, twin.down), upload: Math.max(row.upload, twin.upload) } : row)
    }
    const all = [...unique.values()]
    for (let i = 0; i < all.length; i += ROWS_PER_STATEMENT) await upsertTraffic(db.systemNow, all.slice(i, i + ROWS_PER_STATEMENT))
  }

  const batch = createBatch<TrafficRow>({ name: 'traffic', write, delay_ms: BATCH_MS, most: MOST_WAITING, log })
  return {
    keep({ account_id, router_name }, minutes) {
      const latest = Math.min(range.to, unix(clock.now()) + AHEAD)
      for (const { interface: name, time, down, upload } of minutes) {
        const minute = time - (time % 60)
        if (minute < range.from || minute >= latest) outside++
        else batch.add({ account_id, router_name, interface: name, time: minute, down, upload })
      }
    },
    async refresh() {
      if (outside > 0) log.warn('traffic of days that are not kept was dropped', { minutes: outside })
      outside = 0
      try {
        range = await trafficRange(db.systemNow)
      } catch (error) {
        log.warn('the days of traffic could not be read', errorFacts(error))
      }
    },
    flush: () => batch.flush(),
    stop: () => batch.stop(),
  }
}
