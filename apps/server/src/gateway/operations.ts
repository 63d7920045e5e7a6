import { randomUUID } from 'node:crypto'
import { type OpResult, type opKinds, UUID } from '@weft/contract'
import type { Db } from '../db/client.ts'
import { type Clock, unix } from '../kernel/clock.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import { endOperations, markAsked, type OperationResult, waitingHere } from './operations.queries.ts'
import { type Peers, send } from './peers.ts'
import type { Queues } from './queues.ts'

export interface Op {
  kind: (typeof opKinds)[number]
  data?: unknown
  /** Seconds after which the device no longer performs the operation, but answers that it expired. */
  seconds: number
}
/** The result of an operation. `away` comes from the controller, `expired` from it or from the device, everything else from the device. */
export type OpOutcome = OpResult | { op_id: string; ok: false; error: 'away' | 'expired' }

/**
 * Has devices perform operations. An operation that a person asks for is a row of the database. The instance that a member is connected to
 * looks for such rows when an event announces one, when the member connects, and at each beat. So an operation is not lost with an instance
 * or an event. A device may be asked twice for the same operation: it performs it once.
 */
export interface Operations {
  /** Has a device that is connected to this instance perform an operation for a caller that waits, without a row in the database. */
  sendOp(router_name: string, op: Op): Promise<OpOutcome>
  /** Looks in the database for operations of members that are connected to this instance. Calls that follow each other cause one query. */
  look(): void
  /** Records the result of an operation. Devices repeat their last results in `hello`, so a result is not lost with a connection. */
  settle(router_name: string, result: OpResult): void
  /** Calls `look`, and answers the callers whose operations have expired. */
  beat(): void
  stop(): Promise<void>
}

/** Milliseconds for which calls of `look` are gathered into one query, and results into one statement. */
const GATHER_MS = 50
/** Most results that wait to be written, of all devices and of one: a device repeats its last 32 at each connection. */
const MOST_RESULTS_WAITING = 50_000
const MOST_RESULTS_OF_ONE = 200

export function createOperations({
  db,
  peers,
  clock,
  log,
  queues,
  gateway_id,
}: {
  db: Db
  peers: Peers
  clock: Clock
  log: Log
  queues: Queues
  gateway_id: string
}): Operations {
  /** The operations whose callers wait, by id. */
  const pending = new Map<string, { router_name: string; expires_at: number; resolve: (outcome: OpOutcome) => void }>()
  const results = queues.open<OperationResult>({
    name: 'results of operations',
    write: (batch) => endOperations(db.systemNow, batch),
    delay_ms: GATHER_MS,
    most: MOST_RESULTS_WAITING,
    most_of_one: MOST_RESULTS_OF_ONE,
    sourceOf: ({ router_name }) => router_name,
  })
  let timer: NodeJS.Timeout | undefined
  let looking = false
  let stopped = false

  /** Asks the devices that are connected to this instance for the operations that they were not asked for on their present connection. */
  async function askDevices(): Promise<void> {
    const peerOf = (operation: { router_name: string; connection_id: string }) => {
      const peer = peers.here(operation.router_name)
      return peer?.connection_id === operation.connection_id ? peer : undefined
    }
    const waiting = (await waitingHere(db.systemNow, gateway_id)).filter(peerOf)
    if (waiting.length === 0) return
    // Recorded before the operations are sent. If this instance dies in between, the device is asked on its next connection.
    // Recorded afterwards, it could be asked twice on this connection.
    await markAsked(db.systemNow, waiting)
    for (const { op_id, kind, data, expires_at, ...operation } of waiting) {
      const peer = peerOf(operation)
      if (peer) send(peer, { type: 'op', op_id, kind, expires_at, ...(data !== null && { data }) })
    }
  }

  function look(): void {
    if (stopped) return
    timer ??= setTimeout(() => {
      timer = undefined
      // The last query still runs: this one follows later, so that two never run at once.
      if (looking) return look()
      looking = true
      askDevices()
        .catch((error: unknown) => log.warn('operations will be looked for later', errorFacts(error)))
        .finally(() => (looking = false))
    }, GATHER_MS)
  }

  return {
    look,
    sendOp(router_name, { kind, data, seconds }) {
      const op_id = randomUUID()
      const peer = peers.here(router_name)
      if (!peer) return Promise.resolve({ op_id, ok: false, error: 'away' })
      const expires_at = unix(clock.now()) + seconds
      const outcome = new Promise<OpOutcome>((resolve) => pending.set(op_id, { router_name, expires_at, resolve }))
      send(peer, { type: 'op', op_id, kind, expires_at, ...(data !== undefined && { data }) })
      return outcome
    },
    settle(router_name, result) {
      const { op_id, ok, error } = result
      const caller = pending.get(op_id)
      if (caller === undefined) {
        // No caller waits, so the operation is a row. A device may send any text as an id, and the column takes only a UUID.
        if (UUID.test(op_id)) results.add({ router_name, op_id, error: ok ? null : (error ?? 'no reason given') })
        return
      }
      if (caller.router_name !== router_name) return
      pending.delete(op_id)
      caller.resolve(result)
    },
    beat() {
      const now = unix(clock.now())
      for (const [op_id, { expires_at, resolve }] of pending) {
        if (expires_at >= now) continue
        pending.delete(op_id)
        resolve({ op_id, ok: false, error: 'expired' })
      }
      look()
    },
    stop() {
      stopped = true
      clearTimeout(timer)
      return results.stop()
    },
  }
}
