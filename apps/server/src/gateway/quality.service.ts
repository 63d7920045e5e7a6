import type { AgentMessage } from '@weft/contract'
import type { Db } from '../db/client.ts'
import { keepQuality, type QualityRow } from '../domains/observation/quality/keep.service.ts'
import { type Clock, DEVICE_AHEAD_SECONDS, unix } from '../kernel/clock.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import type { DeviceBudgets } from './device-budgets.ts'
import type { Peer } from './peers.ts'
import type { Queues } from './queues.ts'
import { rangeOf } from './telemetry.queries.ts'
import { minuteIn, shiftOf } from './telemetry.rules.ts'

export interface LinkQuality {
  /** Keeps what a device measured of its tunnels. */
  keep(peer: Peer, message: Extract<AgentMessage, { type: 'quality' }>): void
  /** Minutes dropped since the start: there is no partition for their day, or the device sent too many. */
  dropped(): number
  /** Reads again for which days there are partitions. */
  refresh(): Promise<void>
  flush(): Promise<void>
  stop(): Promise<void>
}

const BATCH_MS = 1000
const MOST_WAITING = 100_000
const MOST_OF_ONE = 25_000
const ROWS_PER_STATEMENT = 10_000

interface Dependencies {
  db: Db
  clock: Clock
  log: Log
  queues: Queues
  budgets: Pick<DeviceBudgets, 'take' | 'refused'>
}

/** Creates the writer of the quality of links. */
export function createLinkQuality({ db, clock, log, queues, budgets }: Dependencies): LinkQuality {
  let range = { from: 0, to: 0 }
  let dropped = 0

  async function write(rows: QualityRow[]): Promise<void> {
    const unique = new Map<string, QualityRow>()
    for (const row of rows) {
      const key = `${row.router_name} ${row.network_number} ${row.center_router_name} ${row.time}`
      const other = unique.get(key)
      if (!other || other.sent < row.sent) unique.set(key, row)
    }
    await keepQuality(db.systemNow, [...unique.values()])
  }

  const batch = queues.open<QualityRow>({
    name: 'link quality',
    figures: true,
    write,
    delay_ms: BATCH_MS,
    most: MOST_WAITING,
    most_of_one: MOST_OF_ONE,
    most_at_once: ROWS_PER_STATEMENT,
    sourceOf: ({ router_name }) => router_name,
    turnOf: ({ account_id }) => account_id,
  })
  return {
    keep(peer, message) {
      const now = unix(clock.now())
      peer.shift = shiftOf(peer.shift, now - message.now)
      const { account_id, router_name, shift } = peer
      const kept = { from: range.from, to: Math.min(range.to, now + DEVICE_AHEAD_SECONDS) }
      const rows = message.minutes.flatMap(({ who: center_router_name, time: began, ...figures }): QualityRow[] => {
        const time = minuteIn(kept, began, shift)
        return time === undefined ? [] : [{ account_id, router_name, center_router_name, time, ...figures }]
      })
      const taken = budgets.take(router_name, 'quality', rows.length)
      for (const row of rows.slice(0, taken)) batch.add(row)
      dropped += message.minutes.length - taken
      if (taken < rows.length) budgets.refused(router_name, rows.length - taken, 'quality')
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
