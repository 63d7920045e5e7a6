import type { Db } from '../../../db/client.ts'
import { after } from '../../../kernel/clock.ts'
import {
  holdRolled,
  rollDay,
  rollHour,
  rollLateDays,
  rollLateHours,
  rollLateNetworks,
  rollNetworks,
  rollNewest,
  setRolled,
  takeLate,
} from './roll-up.queries.ts'
import { beginsDay, HOUR_SECONDS } from './traffic.rules.ts'

export { rollNetworks } from './roll-up.queries.ts'

/**
 * Sums the hours that ended, and again those whose minutes came late, and days from their hours. Each step is one transaction that writes
 * sums and how far they reach, so a crash or a second instance does no harm.
 */
export async function rollUp(db: Db): Promise<void> {
  while (await rollNextHour(db));
  while (await rollLate(db));
  await rollNewestOfNetworks(db)
}

const rollNextHour = (db: Db): Promise<boolean> =>
  db.system(async (system) => {
    const { until, ended } = await holdRolled(system)
    if (!ended) return false
    await rollHour(system, until)
    const next = after(until, HOUR_SECONDS)
    await rollNetworks(system, until, next)
    if (beginsDay(next)) await rollDay(system, after(next, -24 * HOUR_SECONDS))
    await setRolled(system, next)
    return true
  })

const rollLate = (db: Db): Promise<boolean> =>
  db.system(async (system) => {
    const { until } = await holdRolled(system)
    const late = await takeLate(system)
    if (late.length === 0) return false
    await rollLateHours(system, late)
    await rollLateDays(system, late, until)
    await rollLateNetworks(system, late)
    return true
  })

const rollNewestOfNetworks = (db: Db): Promise<void> =>
  db.system(async (system) => {
    await holdRolled(system)
    await rollNewest(system)
  })
