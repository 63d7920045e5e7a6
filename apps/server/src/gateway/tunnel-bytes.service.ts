import type { AgentMessage, TunnelBytes } from '@weft/contract'
import type { Db } from '../db/client.ts'
import { linkInterface, type TrafficRow } from '../domains/observation/traffic/keep.service.ts'
import { type Clock, unix } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { createBatch } from '../db/batch.ts'
import type { Peer } from './peers.ts'
import { raiseBytes } from './tunnel-bytes.queries.ts'
import { carriedBytes, type CarriedBytes, countsForLink, minuteBetween, type TunnelCount } from './tunnel-bytes.rules.ts'

export interface TunnelCounts {
  /** Keeps what the tunnels of a device that are up have carried. */
  keep(peer: Peer, message: Extract<AgentMessage, { type: 'tunnels' }>): void
  flush(): Promise<void>
  stop(): Promise<void>
}

const BATCH_MS = 1000
const MOST_WAITING = 100_000
const ROWS_PER_STATEMENT = 10_000

interface Dependencies {
  db: Db
  clock: Clock
  log: Log
  /** Keeps what a link carried in a minute. */
  keepMinute: (minute: TrafficRow) => void
}

/** Creates the writer of the bytes of sessions that have not ended, and of what their links carry by the minute. */
export function createTunnelCounts({ db, clock, log, keepMinute }: Dependencies): TunnelCounts {
  /** The last count of each tunnel of a connection, by network and other end. */
  const counted = new WeakMap<Peer, Map<string, TunnelCount>>()

  /** Keeps what a tunnel carried since its last count. */
  function compare(peer: Peer, tunnel: TunnelBytes, carried: CarriedBytes, now: number, skew: number): void {
    const counts = counted.get(peer) ?? new Map<string, TunnelCount>()
    counted.set(peer, counts)
    const key = `${tunnel.network_number} ${tunnel.who}`
    const { since, input, out } = tunnel
    const after = { since, input, out, at: now }
    const before = counts.get(key)
    const minute = before && minuteBetween(before, after, skew)
    if (minute) {
      const { account_id, network_number, center_router_name, router_name } = carried
      keepMinute({ account_id, router_name, interface: linkInterface(network_number, center_router_name), ...minute })
    }
    counts.set(key, after)
  }

  async function write(rows: CarriedBytes[]): Promise<void> {
    for (let i = 0; i < rows.length; i += ROWS_PER_STATEMENT) await raiseBytes(db.systemNow, rows.slice(i, i + ROWS_PER_STATEMENT))
  }
  const batch = createBatch<CarriedBytes>({ name: 'tunnel bytes', write, delay_ms: BATCH_MS, most: MOST_WAITING, log })
  return {
    keep(peer, { now, tunnels }) {
      const skew = unix(clock.now()) - now
      for (const tunnel of tunnels) {
        const carried = carriedBytes(peer, tunnel, skew)
        batch.add(carried)
        if (countsForLink(tunnel)) compare(peer, tunnel, carried, now, skew)
      }
    },
    flush: batch.flush,
    stop: batch.stop,
  }
}
