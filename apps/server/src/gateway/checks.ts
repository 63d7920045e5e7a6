import { randomUUID } from 'node:crypto'
import { DeviceCheck, fitNumbers } from '@weft/contract'
import { publish } from '../adapters/bus/publish.ts'
import type { BusEvent } from '../adapters/bus/events.ts'
import type { Db } from '../db/client.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import type { Operations } from './operations.ts'
import type { Peers } from './peers.ts'

/** Has devices measure what they reach, whichever instance holds their connections. */
export interface Checks {
  /** Returns what a device measures now; `old` if it cannot measure, `silent` if no answer comes in time. */
  ask(account_id: number, router_name: string): Promise<DeviceCheck | 'old' | 'silent'>
  received(event: BusEvent): void
}

/** Timeout of a check, in seconds; the device measures for 2 s. */
const CHECK_SECONDS = 8

interface Dependencies {
  db: Db
  log: Log
  peers: Peers
  operations: Operations
  /** Timeout of a check, in seconds. */
  seconds: number | undefined
}

export function createChecks({ db, log, peers, operations, seconds = CHECK_SECONDS }: Dependencies): Checks {
  const waiting = new Map<string, (answer: DeviceCheck | 'old') => void>()
  const say = (account_id: number, event: BusEvent) => db.account(account_id, 'write', (account) => publish(account, event))

  async function serve({ account_id, router_name, ask_id }: Extract<BusEvent, { type: 'check.ask' }>): Promise<void> {
    if ((await peers.arrived(router_name))?.account_id !== account_id) return
    const { ok, ...answer } = await operations.sendOp(router_name, { kind: 'diagnose', seconds })
    // The caller handles the timeout.
    if (!ok && (answer.error === 'away' || answer.error === 'expired')) return
    const check = DeviceCheck.safeParse('data' in answer ? answer.data : undefined).data ?? null
    if (check) fitNumbers(check)
    await say(account_id, { type: 'check.said', account_id, ask_id, check })
  }

  return {
    async ask(account_id, router_name) {
      const ask_id = randomUUID()
      const { promise, resolve } = Promise.withResolvers<DeviceCheck | 'old' | 'silent'>()
      waiting.set(ask_id, resolve)
      const late = setTimeout(() => resolve('silent'), seconds * 1000)
      try {
        await say(account_id, { type: 'check.ask', account_id, router_name, ask_id })
        return await promise
      } finally {
        clearTimeout(late)
        waiting.delete(ask_id)
      }
    },
    received(event) {
      if (event.type === 'check.said') waiting.get(event.ask_id)?.(event.check ?? 'old')
      else if (event.type === 'check.ask')
        serve(event).catch((error: unknown) => log.warn('a device could not be asked to measure', errorFacts(error)))
    },
  }
}
