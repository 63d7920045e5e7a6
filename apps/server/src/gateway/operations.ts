import { randomUUID } from 'node:crypto'
import type { OpResult, opKinds } from '@weft/contract'
import { type Clock, unix } from '../kernel/clock.ts'
import { type Peers, send } from './peers.ts'

export interface Op {
  kind: (typeof opKinds)[number]
  data?: unknown
  /** Seconds after which the device no longer performs it and answers that it did not. */
  seconds: number
}
/** The result of an operation. `away` and `expired` come from the controller, everything else from the device. */
export type OpOutcome = OpResult | { op_id: string; ok: false; error: 'away' | 'expired' }

export interface Operations {
  /** Has a device that is connected to this instance perform an operation once. */
  sendOp(router_name: string, op: Op): Promise<OpOutcome>
  /** Records a result. Devices repeat their last results in `hello`, which settles what a lost connection left open. */
  settle(router_name: string, result: OpResult): void
  beat(): void
}

export function createOperations(peers: Peers, clock: Clock): Operations {
  const pending = new Map<string, { router_name: string; expires_at: number; resolve: (outcome: OpOutcome) => void }>()
  return {
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
      const waiting = pending.get(result.op_id)
      if (waiting?.router_name !== router_name) return
      pending.delete(result.op_id)
      waiting.resolve(result)
    },
    beat() {
      const now = unix(clock.now())
      for (const [op_id, { expires_at, resolve }] of pending) {
        if (expires_at >= now) continue
        pending.delete(op_id)
        resolve({ op_id, ok: false, error: 'expired' })
      }
    },
  }
}
