import { randomUUID } from 'node:crypto'
import type { Bus } from '../../../adapters/bus/bus.ts'
import type { Db } from '../../../db/client.ts'
import { after, type Clock } from '../../../kernel/clock.ts'
import { errorFacts, type Log } from '../../../kernel/log.ts'
import type { Role } from '../../../kernel/settings.ts'
import { deleteLease, type EndedInstance, endLeases, renewLease } from './instance.queries.ts'

export type { EndedInstance } from './instance.queries.ts'

const LEASE_EVERY_SECONDS = 10
/** Seconds without a renewal after which an instance counts as dead. */
export const LEASE_SECONDS = 60
/** Seconds between its own renewals from which an instance could not reach the database; others perhaps could not either. */
const GAP_SECONDS = 3 * LEASE_EVERY_SECONDS

/** This process among those of the installation, and its lease, which shows the others that it lives. */
export interface Instance {
  readonly instance_id: string
  /** Renews the lease now and from then on, until the end. */
  keep(bus: Pick<Bus, 'onReturn'>): Promise<void>
  renew(): Promise<void>
  /** Calls the listener when the lease had run out before it was renewed: the others have set this instance's members offline. */
  onLost(listener: () => void): void
  /** Ends the leases of instances that are dead. @returns those that it ended */
  endDead(): Promise<EndedInstance[]>
  /** Gives up the lease. */
  end(): Promise<void>
}

export interface InstanceDependencies {
  db: Db
  clock: Clock
  log: Log
  roles: readonly Role[]
  version: string
  /** A new one for each process. */
  instance_id?: string
}

export function createInstance({ db, clock, log, roles, version, instance_id = randomUUID() }: InstanceDependencies): Instance {
  /** The last renewal, and the first renewal since which none is missing. Undefined before the first. */
  let renewed: Date | undefined
  let unbroken: Date | undefined
  const losses: (() => void)[] = []
  const stops: (() => void)[] = []
  let kept: Promise<void> | undefined
  const secondsBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 1000

  /**
   * Returns whether expired leases belong to dead instances. If this instance could not renew its own, the database was away, and the
   * others get the time of one lease to renew theirs: otherwise each absence of the database would set all members offline.
   */
  const mayJudge = (now: Date): boolean =>
    renewed === undefined ||
    unbroken === undefined ||
    (secondsBetween(renewed, now) <= GAP_SECONDS && secondsBetween(unbroken, now) >= LEASE_SECONDS)

  async function renew(): Promise<void> {
    const now = clock.now()
    const stood = await renewLease(db.systemNow, { instance_id, roles, version }, now)
    const lost = renewed !== undefined && !stood
    if (renewed === undefined || secondsBetween(renewed, now) > GAP_SECONDS) unbroken = now
    renewed = now
    if (lost) for (const listener of losses) listener()
  }
  const renewLater = () => void renew().catch((error: unknown) => log.warn('the lease will be renewed later', errorFacts(error)))

  return {
    instance_id,
    keep(bus) {
      kept ??= renew().then(() => {
        const timer = setInterval(renewLater, LEASE_EVERY_SECONDS * 1000)
        stops.push(() => clearInterval(timer), bus.onReturn(renewLater))
      })
      return kept
    },
    renew,
    onLost: (listener) => void losses.push(listener),
    async endDead() {
      const now = clock.now()
      return mayJudge(now) ? endLeases(db.systemNow, instance_id, after(now, -LEASE_SECONDS)) : []
    },
    async end() {
      for (const stop of stops.splice(0)) stop()
      if (renewed !== undefined) await deleteLease(db.systemNow, instance_id).catch(() => {})
    },
  }
}
