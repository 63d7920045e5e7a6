import type { Db } from '../db/client.ts'
import type { Instance } from '../domains/foundation/instance/instance.service.ts'
import { after, type Clock, fromUnix } from '../kernel/clock.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import { deleteOverTurns } from './center-turns.queries.ts'
import { settleOnline } from './events.queries.ts'
import { createLeftOpen } from './left-open.service.ts'
import { lockMembers } from './members.queries.ts'
import { abandonPops } from './pop.queries.ts'
import { abandon, closeUnwitnessed } from './sweep.queries.ts'

/** Seconds between two looks for dead instances, and between two sweeps of all. */
export const LOOK_EVERY_SECONDS = 5
export const SWEEP_EVERY_SECONDS = 30
/**
 * Seconds without a report of either end after which a tunnel counts as down. Tunnels outlive the controller and the control
 * connection, so a session is left open when either goes. Once neither end has been heard for this long, nothing shows that the tunnel
 * is up, and its session is closed with the time of their last report. An end that returns then is asked to report its tunnels again.
 */
export const UNWITNESSED_SECONDS = 600

export interface Sweep {
  /** Sets the members of instances that died or stopped since the last look offline. */
  look(): Promise<void>
  /** Cleans up after dead instances, after members that stay away and after tunnels that were removed. */
  sweep(): Promise<void>
}

export function createSweep({ db, clock, log, instance }: { db: Db; clock: Clock; log: Log; instance: Instance }): Sweep {
  /** @param all also if no lease was ended now: a process that ended one may have crashed before it released the members */
  async function endDead(all: boolean): Promise<void> {
    const now = clock.now()
    const ended = await instance.endDead()
    if (ended.length === 0 && !all) return
    const away = await db.system(async (system) => {
      const rows = await abandon(
        system,
        ended.map((one) => ({ ...one, last_time: fromUnix(one.last_time) })),
        now,
      )
      await abandonPops(system)
      return rows
    })
    if (away.length > 0) log.warn('members of an instance that is gone were set offline', { members: away.length })
  }

  const left = createLeftOpen({ db, clock, unwitnessed_seconds: UNWITNESSED_SECONDS })
  return {
    look: () => endDead(false),
    async sweep() {
      const now = clock.now()
      try {
        await endDead(true)
        await db.system(async (system) => {
          const ends = await closeUnwitnessed(system, after(now, -UNWITNESSED_SECONDS))
          if (ends.length === 0) return
          await lockMembers(system, ends)
          await settleOnline(system, ends)
        })
        await left.sweep()
        await deleteOverTurns(db.systemNow)
      } catch (error) {
        log.warn('the sweep will be tried again', errorFacts(error))
      }
    },
  }
}
