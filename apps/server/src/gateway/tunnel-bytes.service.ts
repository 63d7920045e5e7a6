import type { AgentMessage, TunnelBytes } from '@weft/contract'
import type { Db } from '../db/client.ts'
import { type Clock, unix } from '../kernel/clock.ts'
import type { DeviceBudgets } from './device-budgets.ts'
import type { Peer } from './peers.ts'
import type { Queues } from './queues.ts'
import type { Telemetry } from './telemetry.service.ts'
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
const MOST_OF_ONE = 20_000
/** The tunnels of a connection whose last counts are remembered. */
const MOST_COUNTED = 10_000
const ROWS_PER_STATEMENT = 10_000

/** The bytes of a tunnel, and the end that reports them. */
interface Counted extends CarriedBytes {
  reporter: string
}

interface Dependencies {
  db: Db
  clock: Clock
  queues: Queues
  budgets: Pick<DeviceBudgets, 'take' | 'refused' | 'met'>
  /** Keeps what a link carried in a minute. */
  keepMinute: Telemetry['keepLink']
}

/** Creates the writer of the bytes of sessions that have not ended, and of what their links carry by the minute. */
export function createTunnelCounts({ db, clock, queues, budgets, keepMinute }: Dependencies): TunnelCounts {
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
      keepMinute(peer, { account_id, network_number, center_router_name, router_name }, minute)
    }
    counts.delete(key)
    counts.set(key, after)
    const [oldest] = counts.keys()
    if (counts.size > MOST_COUNTED && oldest !== undefined) counts.delete(oldest)
  }

  const batch = queues.open<Counted>({
    name: 'tunnel bytes',
    figures: true,
    write: (rows) => raiseBytes(db.systemNow, rows),
    delay_ms: BATCH_MS,
    most: MOST_WAITING,
    most_of_one: MOST_OF_ONE,
    most_at_once: ROWS_PER_STATEMENT,
    sourceOf: ({ reporter }) => reporter,
    turnOf: ({ account_id }) => account_id,
  })
  return {
    keep(peer, { now, tunnels }) {
      const { router_name: reporter } = peer
      const present = unix(clock.now())
      const skew = present - now
      const taken = budgets.take(reporter, 'tunnels', tunnels.length)
      if (taken < tunnels.length) budgets.refused(reporter, tunnels.length - taken, 'tunnels')
      for (const tunnel of tunnels.slice(0, taken)) {
        const carried = carriedBytes(peer, tunnel, skew, present)
        if (!carried) {
          budgets.met('impossible_count')
          continue
        }
        batch.add({ ...carried, reporter })
        if (countsForLink(tunnel)) compare(peer, tunnel, carried, now, skew)
      }
    },
    flush: batch.flush,
    stop: batch.stop,
  }
}
