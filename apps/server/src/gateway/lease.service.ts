import type { Db } from '../db/client.ts'
import { after, type Clock, fromUnix } from '../kernel/clock.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import { lockMembers, tellMembers } from './members.queries.ts'
import { settleOnline } from './events.queries.ts'
import { createLeftOpen } from './left-open.service.ts'
import { abandonPops } from './pop.queries.ts'
import { abandon, closeUnwitnessed, deleteLease, endLeases, renewLease } from './lease.queries.ts'

export const LEASE_EVERY_SECONDS = 10
export const SWEEP_EVERY_SECONDS = 30
/** Seconds without a renewal after which an instance counts as dead. */
const LEASE_SECONDS = 60
/** Seconds between its own renewals from which an instance could not reach the database; others perhaps could not either. */
const GAP_SECONDS = 3 * LEASE_EVERY_SECONDS
/**
 * Seconds without a report of either end after which a tunnel counts as down. Tunnels outlive the controller and the control
 * connection, so a session is left open when either goes. Once neither end has been heard for this long, nothing shows that the tunnel
 * is up, and its session is closed with the time of their last report. An end that returns then is asked to report its tunnels again.
 */
export const UNWITNESSED_SECONDS = 600

export interface Lease {
  /** @returns false if the lease had expired, so that every presence must be written again */
  renew(): Promise<boolean>
  /** Cleans up after dead instances, after members that stay away and after tunnels that were removed. */
  sweep(): Promise<void>
  end(): Promise<void>
}

/**
 * Creates the lease of a process, and the sweep of expired leases.
 * @param gateway_id undefined in a process that takes no connections: it has no lease, and a renewal only checks that the database answers
 */
export function createLease({ db, clock, log, gateway_id }: { db: Db; clock: Clock; log: Log; gateway_id: string | undefined }): Lease {
  const renewOwn = async (now: Date): Promise<boolean> => {
    if (gateway_id !== undefined) return renewLease(db.systemNow, gateway_id, now)
    await db.ping()
    return true
  }
  /** The last renewal, and the first renewal since which none is missing. Undefined before the first. */
  let renewed: Date | undefined
  let unbroken: Date | undefined
  const secondsBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 1000

  /**
   * Returns whether expired leases belong to dead instances. If this instance could not renew its own, the database was away, and the
   * others get the time of one lease to renew theirs: otherwise each absence of the database would set all members offline.
   */
  const mayJudge = (now: Date): boolean =>
    renewed === undefined ||
    unbroken === undefined ||
    (secondsBetween(renewed, now) <= GAP_SECONDS && secondsBetween(unbroken, now) >= LEASE_SECONDS)

  /** Sets the members of dead instances offline. */
  async function endDead(now: Date): Promise<void> {
    const ended = await endLeases(db.systemNow, gateway_id, after(now, -LEASE_SECONDS))
    const away = await db.system(async (system) => {
      const rows = await abandon(
        system,
        ended.map((one) => ({ ...one, last_time: fromUnix(one.last_time) })),
        now,
      )
      await abandonPops(system)
      await tellMembers(system, rows)
      return rows
    })
    if (away.length > 0) log.warn('members of an instance that is gone were set offline', { members: away.length })
  }

  const left = createLeftOpen({ db, clock, unwitnessed_seconds: UNWITNESSED_SECONDS })
  return {
    async renew() {
      const now = clock.now()
      const stood = await renewOwn(now)
      const lost = renewed !== undefined && !stood
      if (renewed === undefined || secondsBetween(renewed, now) > GAP_SECONDS) unbroken = now
      renewed = now
      return !lost
    },
    async sweep() {
      const now = clock.now()
      try {
        if (mayJudge(now)) await endDead(now)
        await db.system(async (system) => {
          const ends = await closeUnwitnessed(system, after(now, -UNWITNESSED_SECONDS))
          if (ends.length === 0) return
          await lockMembers(system, ends)
          await settleOnline(system, ends)
          await tellMembers(system, ends)
        })
        await left.sweep()
      } catch (error) {
        log.warn('the sweep will be tried again', errorFacts(error))
      }
    },
    async end() {
      if (gateway_id !== undefined) await deleteLease(db.systemNow, gateway_id).catch(() => {})
    },
  }
}
