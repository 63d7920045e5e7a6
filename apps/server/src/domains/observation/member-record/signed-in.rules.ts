import { AVAILABILITY_DAYS, DAY_SECONDS, type SignedInDays } from '@weft/contract'

/** Days begin at midnight in Shanghai, which has no summer time. */
const SHANGHAI_SECONDS = 28_800

/** Returns when the first of the last days began, in Unix seconds. */
export const firstMidnight = (now: number): number =>
  (Math.floor((now + SHANGHAI_SECONDS) / DAY_SECONDS) - AVAILABILITY_DAYS + 1) * DAY_SECONDS - SHANGHAI_SECONDS

/** Returns how long each of the last days was spent in these times, which do not overlap. */
export function signedInDays(spans: SignedInDays['spans'], now: number): SignedInDays {
  const from = firstMidnight(now)
  const within = (begin: number, end: number) =>
    spans.reduce((sum, span) => sum + Math.max(0, Math.min(end, span.end) - Math.max(begin, span.start)), 0)
  const days = Array.from({ length: AVAILABILITY_DAYS }, (_, at) => {
    const begin = from + at * DAY_SECONDS
    return { day: new Date((begin + SHANGHAI_SECONDS) * 1000).toISOString().slice(0, 10), seconds: within(begin, begin + DAY_SECONDS) }
  })
  return { from, days, spans, seconds: days.reduce((sum, { seconds }) => sum + seconds, 0) }
}
