import type { AgentMessage } from '@weft/contract'
import type { Db } from '../db/client.ts'
import { type Clock, unix } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { createBatch } from '../db/batch.ts'
import type { Peer } from './peers.ts'
import { raiseBytes } from './tunnel-bytes.queries.ts'
import { carriedBytes, type CarriedBytes } from './tunnel-bytes.rules.ts'

export interface TunnelCounts {
  /** Keeps what the tunnels of a device that are up have carried. */
  keep(peer: Peer, message: Extract<AgentMessage, { type: 'tunnels' }>): void
  flush(): Promise<void>
  stop(): Promise<void>
}

const BATCH_MS = 1000
const MOST_WAITING = 100_000
const ROWS_PER_STATEMENT = 10_000

/** Creates the writer of the bytes of sessions that have not ended. */
export function createTunnelCounts({ db, clock, log }: { db: Db; clock: Clock; log: Log }): TunnelCounts {
  async function write(rows: CarriedBytes[]): Promise<void> {
    for (let i = 0; i < rows.length; i += ROWS_PER_STATEMENT) await raiseBytes(db.systemNow, rows.slice(i, i + ROWS_PER_STATEMENT))
  }
  const batch = createBatch<CarriedBytes>({ name: 'tunnel bytes', write, delay_ms: BATCH_MS, most: MOST_WAITING, log })
  return {
    keep(peer, { now, tunnels }) {
      const skew = unix(clock.now()) - now
      for (const tunnel of tunnels) batch.add(carriedBytes(peer, tunnel, skew))
    },
    flush: batch.flush,
    stop: batch.stop,
  }
}
