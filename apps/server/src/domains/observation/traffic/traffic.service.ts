import type { TrafficHistoryPoint, TrafficRange } from '@weft/contract'
import type { AccountDb } from '../../../db/client.ts'
import { unix } from '../../../kernel/clock.ts'
import { firstOf, type Interface, partsOf } from './traffic.queries.ts'
import { finerOf, HOUR_SECONDS, rates, secondsOf, type Steps, stepsOf, type Summed, sumSteps } from './traffic.rules.ts'

/** Returns the rates of one interface over a range, oldest first; steps that were not measured are left out. */
export async function readHistory(
  db: AccountDb,
  { range, ...asked }: Interface & { range: TrafficRange },
  at: Date,
): Promise<TrafficHistoryPoint[]> {
  const now = unix(at)
  const steps = stepsOf(range, now, range === 'all' ? await firstTraffic(db, asked) : undefined)
  return rates(await readSteps(db, asked, steps, now), steps.step, now)
}

/** Returns when an interface's traffic begins: the coarsest sums are kept longest. */
const firstTraffic = async (db: AccountDb, asked: Interface): Promise<number | undefined> =>
  (await firstOf(db, asked, 'day')) ?? (await firstOf(db, asked, 'hour')) ?? firstOf(db, asked, 'minute')

/** Reads what is not rolled up yet from finer sums, from where the coarser ones end: the newest step is as new as the newest minute. */
async function readSteps(db: AccountDb, asked: Interface, steps: Steps, now: number): Promise<Summed[]> {
  const parts = []
  let since = steps.begin
  for (const sums of finerOf(steps.from)) {
    const read = await partsOf(db, asked, sums, since, now + HOUR_SECONDS)
    const seconds = secondsOf[sums]
    parts.push(...read.map((part) => ({ ...part, seconds })))
    since = (read.at(-1)?.time ?? since - seconds) + seconds
  }
  return sumSteps(parts, steps)
}
