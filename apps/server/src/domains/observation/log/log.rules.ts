import { DAY_MS } from '@weft/contract'
import { Refusal } from '../../../kernel/refusal.ts'
import { daysBetween, shanghaiDay } from '../../../kernel/clock.ts'

/** Days between the first and the last day of a log if no first day is given (specification 2: the last seven). */
const DAYS_BACK = 7

/**
 * Returns the time range of a log; its end is exclusive. Days that have not come yet hold nothing, so the range ends today.
 * @param kept_days days for which rows are kept at least; a longer range could not be answered
 * @throws logRangeTooWide
 */
export function rangeOf(
  { start_time, end_time, range }: { start_time?: string | undefined; end_time?: string | undefined; range?: '24h' | undefined },
  now: Date,
  kept_days: number,
): { from: Date; until: Date } {
  if (range === '24h') return { from: new Date(now.getTime() - DAY_MS), until: new Date(now.getTime() + 1000) }
  const today = shanghaiDay.format(now)
  const last = end_time === undefined || end_time > today ? today : end_time
  const first = start_time ?? new Date(Date.parse(last) - DAYS_BACK * DAY_MS).toISOString().slice(0, 10)
  if ((Date.parse(last) - Date.parse(first)) / DAY_MS >= kept_days) throw new Refusal('logRangeTooWide', { days: String(kept_days) })
  const { from, until } = daysBetween({ start_time: first, end_time: last })
  return { from: from!, until: until! }
}
