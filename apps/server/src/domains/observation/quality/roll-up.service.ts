import type { Db } from '../../../db/client.ts'
import { after } from '../../../kernel/clock.ts'
import { holdRolled, rollHour, rollLateHours, rollLateQuarters, rollQuarter, rollUsual, setRolled, takeLate } from './roll-up.queries.ts'
import { HOUR_SECONDS, QUARTER_SECONDS, USUAL_DAYS } from './quality.rules.ts'

/**
 * Sums the quarters of an hour that ended, and again those whose minutes came late, and hours from their quarters. Each step is one
 * transaction that writes sums and how far they reach, so a crash or a second instance does no harm.
 */
export async function rollUpQuality(db: Db): Promise<void> {
  while (await rollNext(db));
  while (await rollLate(db));
}

const rollNext = (db: Db): Promise<boolean> =>
  db.system(async (system) => {
    const { until, ended } = await holdRolled(system)
    if (!ended) return false
    await rollQuarter(system, until)
    const next = after(until, QUARTER_SECONDS)
    if ((next.getTime() / 1000) % HOUR_SECONDS === 0) {
      const hour = after(next, -HOUR_SECONDS)
      await rollHour(system, hour)
      await rollUsual(system, hour, USUAL_DAYS)
    }
    await setRolled(system, next)
    return true
  })

const rollLate = (db: Db): Promise<boolean> =>
  db.system(async (system) => {
    const { until } = await holdRolled(system)
    const late = await takeLate(system)
    if (late.length === 0) return false
    await rollLateQuarters(system, late)
    await rollLateHours(system, late, until)
    return true
  })
