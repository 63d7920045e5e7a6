/**
 * Room foundation/instance: the running server processes and their leases.
 * Tables: instance.
 * Called by: gateway.
 * Always: a process whose lease has ended counts as dead, and others may take over what it held.
 */
import { randomUUID } from 'node:crypto'
import type { Bus } from '../../../adapters/bus/bus.ts'
import type { Db } from '../../../db/client.ts'
import { after, type Clock, type Every, everyByTimer } from '../../../kernel/clock.ts'
import { errorFacts, type Log } from '../../../kernel/log.ts'
import type { Role } from '../../../kernel/settings.ts'
import { deleteLease, type EndedInstance, endLeases, markLeaving, renewLease } from './instance.queries.ts'

export type { EndedInstance } from './instance.queries.ts'

const LEASE_EVERY_SECONDS = 5
/** Seconds without a renewal after which an instance counts as dead. */
const LEASE_SECONDS = 20
/** Seconds between its own renewals from which an instance could not reach the database; others perhaps could not either. */
const GAP_SECONDS = 3 * LEASE_EVERY_SECONDS
/** Ids of the job queue that are recorded: each absence of the database makes another one, and the process frees former ones itself. */
const MOST_POOLS = 20

/** This process among those of the installation, and its lease, which shows the others that it lives. */
export interface Instance {
  readonly instance_id: string
  /** Renews the lease now and from then on, until the end. */
  keep(bus: Pick<Bus, 'onReturn'>): Promise<void>
  renew(): Promise<void>
  /** Returns the seconds since the lease was last renewed; NaN before the first time. */
  leaseAge(): number
  /** Calls the listener when the lease had run out before it was renewed: the others have set this instance's members offline. */
  onLost(listener: () => void): void
  /** Returns how many other instances of a role serve, as of the last renewal. */
  others(role: Role): number
  /** Records an id under which the job queue locks jobs for this instance: whoever finds it dead frees them. */
  works(worker_pool: string): void
  /** Ends the leases of instances that are dead, or have stopped. @returns those that it ended */
  endDead(): Promise<EndedInstance[]>
  /** Records that this instance stops: for these seconds its members count as on their way to another one. */
  leave(seconds: number): Promise<void>
  /** Gives up the lease, unless members are on their way. */
  end(): Promise<void>
}

export interface InstanceDependencies {
  db: Db
  clock: Clock
  log: Log
  /** Repeats the renewal; by a timer unless given. */
  every?: Every | undefined
  roles: readonly Role[]
  version: string
  /** A new one for each process. */
  instance_id?: string | undefined
}

export function createInstance({
  db,
  clock,
  log,
  every = everyByTimer,
  roles,
  version,
  instance_id = randomUUID(),
}: InstanceDependencies): Instance {
  /** The last renewal, and the first renewal since which none is missing. Undefined before the first. */
  let renewed: Date | undefined
  let unbroken: Date | undefined
  let others: Record<Role, number> = { api: 0, gateway: 0, jobs: 0 }
  let worker_pools: string[] = []
  let leaving = false
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
    if (leaving) return
    const now = clock.now()
    const own = await renewLease(db.systemNow, { instance_id, roles, version, worker_pools }, { now, fresh: after(now, -LEASE_SECONDS) })
    others = own.others
    const lost = renewed !== undefined && !own.stood
    if (renewed === undefined || secondsBetween(renewed, now) > GAP_SECONDS) unbroken = now
    renewed = now
    if (lost) for (const listener of losses) listener()
  }
  let renewing = false
  /** Renews the lease, unless a renewal still waits for the database. */
  function renewLater(): void {
    if (renewing) return
    renewing = true
    renew()
      .catch((error: unknown) => log.warn('the lease will be renewed later', errorFacts(error)))
      .finally(() => (renewing = false))
  }

  async function begin(bus: Pick<Bus, 'onReturn'>): Promise<void> {
    await renew()
    stops.push(every(LEASE_EVERY_SECONDS, renewLater), bus.onReturn(renewLater))
  }

  return {
    instance_id,
    keep(bus) {
      return (kept ??= begin(bus))
    },
    renew,
    leaseAge: () => (renewed ? secondsBetween(renewed, clock.now()) : Number.NaN),
    onLost: (listener) => void losses.push(listener),
    async endDead() {
      const now = clock.now()
      if (!mayJudge(now)) return []
      return db.system((system) => endLeases(system, instance_id, { now, before: after(now, -LEASE_SECONDS) }))
    },
    others: (role) => others[role],
    works(worker_pool) {
      worker_pools = [...worker_pools, worker_pool].slice(-MOST_POOLS)
      renewLater()
    },
    async leave(seconds) {
      leaving = true
      const now = clock.now()
      await markLeaving(db.systemNow, instance_id, now, after(now, seconds))
    },
    async end() {
      for (const stop of stops.splice(0)) stop()
      if (renewed !== undefined && !leaving) await deleteLease(db.systemNow, instance_id).catch(() => {})
    },
  }
}
