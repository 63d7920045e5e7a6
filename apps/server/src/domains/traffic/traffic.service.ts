import type { TrafficPoint, TrafficRange } from '@weft/contract'
import type { AccountDb } from '../../db/client.ts'
import { unix } from '../../kernel/clock.ts'
import { firstTraffic, type Interface, sumSteps } from './traffic.queries.ts'
import { rates, stepsOf } from './traffic.rules.ts'

/** The rates of one interface over a range, oldest first; steps without traffic data are left out. */
export async function readHistory(
  db: AccountDb,
  { range, ...asked }: Interface & { range: TrafficRange },
  now: Date,
): Promise<TrafficPoint[]> {
  const first = range === 'all' ? await firstTraffic(db, asked) : undefined
  const steps = stepsOf(range, unix(now), first)
  return rates(await sumSteps(db, asked, steps), steps.step, unix(now))
}
