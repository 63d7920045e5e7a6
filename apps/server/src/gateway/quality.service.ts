import type { AgentMessage } from '@weft/contract'
import { createBatch } from '../db/batch.ts'
import type { Db } from '../db/client.ts'
import { keepQuality, type QualityRow } from '../domains/observation/quality/keep.service.ts'
import { type Clock, DEVICE_AHEAD_SECONDS, unix } from '../kernel/clock.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import type { Peer } from './peers.ts'
import { rangeOf } from './telemetry.queries.ts'
import { minuteIn, shiftOf } from './telemetry.rules.ts'

export interface LinkQuality {
  /** Keeps what a device measured of its tunnels. */
  keep(peer: Peer, message: Extract<AgentMessage, { type: 'quality' }>): void
  /** Minutes dropped since the start, because there is no partition for their day. */
  dropped(): number
  /** Reads again for which days there are partitions. */
  refresh(): Promise<void>
  flush(): Promise<void>
  stop(): Promise<void>
}

const BATCH_MS = 1000
const MOST_WAITING = 100_000
const ROWS_PER_STATEMENT = 10_000

/** Creates the writer of the quality of links. */
export function createLinkQuality({ db, clock, log }: { db: Db; clock: Clock; log: Log }): LinkQuality {
  let range = { from: 0, to: 0 }
  let dropped = 0

  async function write(rows: QualityRow[]): Promise<void> {
    const unique = new Map<string, QualityRow>()
    for (const row of rows) {
      const key = `${row.router_name} ${row.network_number} ${row.center_router_name} ${row.time}`
      const twin = unique.get(key)
      if (!twin || twin.sent < row.sent) unique.set(key, row)
    }
    const all = [...unique.values()]
    for (let i = 0; i < all.length; i += ROWS_PER_STATEMENT) await keepQuality(db.systemNow, all.slice(i, i + ROWS_PER_STATEMENT))
  }

  const batch = createBatch<QualityRow>({ name: 'link quality', write, delay_ms: BATCH_MS, most: MOST_WAITING, log })
  return {
    keep(peer, message) {
      const now = unix(clock.now())
      peer.shift = shiftOf(peer.shift, now - message.now)
      const { account_id, router_name, shift } = peer
      const kept = { from: range.from, to: Math.min(range.to, now + DEVICE_AHEAD_SECONDS) }
      for (const { who: center_router_name, time: began, ...figures } of message.minutes) {
        const time = minuteIn(kept, began, shift)
        if (time === undefined) dropped++
        else batch.add({ account_id, router_name, center_router_name, time, ...figures })
      }
    },
    dropped: () => dropped,
    async refresh() {
      try {
        range = await rangeOf(db.systemNow, 'quality_minute')
      } catch (error) {
        log.warn('the days of the quality of links could not be read', errorFacts(error))
      }
    },
    flush: batch.flush,
    stop: batch.stop,
  }
}
