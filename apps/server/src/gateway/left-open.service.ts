import type { Db } from '../db/client.ts'
import { touch } from '../domains/network/state/state.service.ts'
import { after, type Clock, unix } from '../kernel/clock.ts'
import { settleOnline } from './events.queries.ts'
import { closeLeftOpen, type LeftOpen, leftOpen } from './left-open.queries.ts'
import { lockMembers } from './members.queries.ts'

/** Seconds after which no report of a removed tunnel is expected: its ends send one, with its bytes, within a few seconds. */
const REPORT_SECONDS = 90

export interface LeftOpenSessions {
  /** Ends sessions that were left open by the removal of a network, a link or a member. */
  sweep(): Promise<void>
}

/** Creates the sweep of sessions that are still open though their tunnel is gone. They end as of when that was first noticed. */
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
        // A member whose last tunnel was removed is no longer online.
        const ends = due.flatMap(({ account_id, router_name, link_router_name }) => [
          { account_id, router_name },
          { account_id, router_name: link_router_name },
        ])
        await lockMembers(system, ends)
        await settleOnline(system, ends)
        // The end of a session may say that its member's address changed.
        await touch(system, ends)
      })
    },
  }
}
