import { ZONE } from '@weft/ui'

/** For how long services are renewed: some months, or until the day on which the last of them ends. */
export const periods = ['3', '12', '24', 'same'] as const
export type Period = (typeof periods)[number]

/** The zone of all days is eight hours ahead of UTC all year. */
const AHEAD_MS = ZONE === 'Asia/Shanghai' ? 8 * 3_600_000 : 0

/** Returns the moment so many months later, on the last day of a month that is too short. */
function monthsAfter(seconds: number, months: number): number {
  const at = new Date(seconds * 1000 + AHEAD_MS)
  const day = at.getUTCDate()
  at.setUTCMonth(at.getUTCMonth() + months, 1)
  const last = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  at.setUTCDate(Math.min(day, last))
  return (at.getTime() - AHEAD_MS) / 1000
}

/**
 * Returns the new ends of services: each counts from its own end, or from now if it has ended.
 * @param ends in Unix seconds, as are `now` and the result
 */
export function renewedEnds(ends: readonly number[], period: Period, now: number): number[] {
  if (period === 'same') return ends.map(() => Math.max(...ends, now))
  return ends.map((end) => monthsAfter(Math.max(end, now), Number(period)))
}
