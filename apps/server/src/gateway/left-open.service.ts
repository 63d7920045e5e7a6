import type { Db } from '../db/client.ts'
import { after, type Clock, unix } from '../kernel/clock.ts'
import { settleOnline } from './events.queries.ts'
import { closeLeftOpen, type LeftOpen, leftOpen } from './left-open.queries.ts'
import { lockMembers, tellMembers } from './members.queries.ts'

/** Its ends report a tunnel that was taken away, with its bytes, within a few seconds; after so long nobody will. */
const REPORT_SECONDS = 90

export interface LeftOpenSessions {
  /** Looks for sessions that were left open: of a network, a link or a member that was taken away. */
  sweep(): Promise<void>
}

/** Sessions that are still open though their tunnel is gone end as of when that was first seen. */
export function createLeftOpen({
  db,
  clock,
  unwitnessed_seconds,
}: {
  db: Db
  clock: Clock
  unwitnessed_seconds: number
}): LeftOpenSessions {
  let noticed = new Map<string, Date>()
  const keyOf = (one: LeftOpen) => `${one.network_number} ${one.router_name} ${one.link_router_name} ${one.start_time}`
  return {
    async sweep() {
      const now = clock.now()
      const heard = after(now, -unwitnessed_seconds)
      const found = (await leftOpen(db.systemNow, heard)).map((one) => ({ ...one, noticed: noticed.get(keyOf(one)) ?? now }))
      noticed = new Map(found.map((one) => [keyOf(one), one.noticed]))
      const due = found.filter((one) => unix(now) - unix(one.noticed) >= REPORT_SECONDS)
      if (due.length === 0) return
      await db.system(async (system) => {
        await closeLeftOpen(system, due, heard)
        // A member whose last tunnel was taken away is not online by it any more.
        const ends = due.flatMap(({ account_id, router_name, link_router_name }) => [
          { account_id, router_name },
          { account_id, router_name: link_router_name },
        ])
        await lockMembers(system, ends)
        await settleOnline(system, ends)
        await tellMembers(system, ends)
      })
    },
  }
}
