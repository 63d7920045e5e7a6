import type { Clock } from '../src/kernel/clock.ts'
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
