import { after, type Clock } from '../src/kernel/clock.ts'
import { silentLog } from '../src/kernel/log.ts'
import { createInstance } from '../src/domains/foundation/instance/instance.service.ts'
import { createSweep } from '../src/gateway/sweep.service.ts'
import type { World } from './world.ts'

/** Makes the lease and the sweep of another process on the database of the world, by its clock unless another is given. */
export function sweeperOf(
  { db, infrastructure }: World,
  { instance_id, clock = infrastructure.clock }: { instance_id?: string; clock?: Clock } = {},
) {
  const parts = { db, clock, log: silentLog }
  const instance = createInstance({ ...parts, roles: ['jobs'], version: '0.0.0', ...(instance_id && { instance_id }) })
  return { instance, renew: () => instance.renew(), ...createSweep({ ...parts, instance }) }
}

/** Returns a function that sweeps as if it were so many seconds later, while the servers that run now keep their leases. */
export function laterSweeps(world: World): (seconds: number) => Promise<void> {
  let skew = 0
  const { sweep } = sweeperOf(world, { clock: { now: () => after(new Date(), skew) } })
  const leave = (leaving_until: Date | null) =>
    world.asSystem(({ sql }) =>
      sql
        .updateTable('instance')
        .set({ leaving_until })
        .where('leaving_until', leaving_until ? 'is' : 'is not', null)
        .execute(),
    )
  return async (seconds) => {
    skew = seconds
    // What they renew by their own clocks would be too old: meanwhile they count as leaving, for longer than the sweep looks ahead.
    await leave(after(new Date(), 86_400))
    await sweep()
    await leave(null)
  }
}
