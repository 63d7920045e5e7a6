import { randomUUID } from 'node:crypto'
import type { OpResult, opKinds } from '@weft/contract'
import type { Db } from '../db/client.ts'
import { type Clock, unix } from '../kernel/clock.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import { createBatch } from '../db/batch.ts'
import { endOperations, markAsked, type OperationResult, waitingHere } from './operations.queries.ts'
import { type Peers, send } from './peers.ts'

export interface Op {
  kind: (typeof opKinds)[number]
  data?: unknown
  /** Seconds after which the device no longer performs it and answers that it did not. */
  seconds: number
}
/** The result of an operation. `away` and `expired` come from the controller, everything else from the device. */
export type OpOutcome = OpResult | { op_id: string; ok: false; error: 'away' | 'expired' }

/**
 * Has devices perform operations. What people ask for is in the database, where the instance that holds a member finds it: when it is told,
 * when the member arrives, and at each beat. So it outlives an instance and a lost notification, and a device drops what it has done.
 */
export interface Operations {
  /** Has a device that is connected to this instance perform an operation once, for a caller that waits. */
  sendOp(router_name: string, op: Op): Promise<OpOutcome>
  /** Looks in the database for what members here are asked to do; several calls in a row cause one look. */
  look(): void
  /** Records a result. Devices repeat their last results in `hello`, which settles what a lost connection left open. */
  settle(router_name: string, result: OpResult): void
  beat(): void
  stop(): Promise<void>
}

/** Milliseconds in which calls of `look` are gathered, and in which results are. */
const TOGETHER_MS = 50
const MOST_WAITING = 50_000
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function createOperations({
  db,
  peers,
  clock,
  log,
  gateway_id,
}: {
  db: Db
  peers: Peers
  clock: Clock
  log: Log
  gateway_id: string
}): Operations {
  const pending = new Map<string, { router_name: string; expires_at: number; resolve: (outcome: OpOutcome) => void }>()
  const results = createBatch<OperationResult>({
    name: 'results of operations',
    write: (some) => endOperations(db.systemNow, some),
    delay_ms: TOGETHER_MS,
    most: MOST_WAITING,
    log,
  })
  let timer: NodeJS.Timeout | undefined
  let looking = false
  let stopped = false

  async function askWaiting(): Promise<void> {
    const peerOf = (one: { router_name: string; connection_id: string }) => {
      const peer = peers.here(one.router_name)
      return peer?.connection_id === one.connection_id ? peer : undefined
    }
    const waiting = (await waitingHere(db.systemNow, gateway_id)).filter(peerOf)
    if (waiting.length === 0) return
    // Before they are sent: an instance that dies in between leaves them to the next connection, and never asks twice on this one.
    await markAsked(db.systemNow, waiting)
    for (const { op_id, kind, data, expires_at, ...one } of waiting) {
      const peer = peerOf(one)
      if (peer) send(peer, { type: 'op', op_id, kind, expires_at, ...(data !== null && { data }) })
    }
  }

  function look(): void {
    if (stopped) return
    timer ??= setTimeout(() => {
      timer = undefined
      // A look that takes longer than the next call is followed by another one.
      if (looking) return look()
      looking = true
      askWaiting()
        .catch((error: unknown) => log.warn('operations will be looked for later', errorFacts(error)))
        .finally(() => (looking = false))
    }, TOGETHER_MS)
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
      const waiting = pending.get(op_id)
      if (waiting === undefined) {
        if (UUID.test(op_id)) results.add({ router_name, op_id, error: ok ? null : (error ?? 'no reason given') })
        return
      }
      if (waiting.router_name !== router_name) return
      pending.delete(op_id)
      waiting.resolve(result)
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
