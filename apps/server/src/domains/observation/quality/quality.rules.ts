import {
  DAY_SECONDS,
  type LinkQualityPoint,
  type LinkQualityRow,
  type QualityCurve,
  type QualityOrder,
  type QualityRange,
} from '@weft/contract'
import { jitterOf, lossOf, qualityOf } from '@weft/network-rules'

const MINUTE_SECONDS = 60
export const QUARTER_SECONDS = 900
export const HOUR_SECONDS = 3600

/** Seconds before now of the minutes by which a link is judged: five of them, and up to two until the newest has arrived. */
export const NEWEST_SECONDS = 7 * MINUTE_SECONDS
/** Seconds after its end within which a step is summed. */
const SUMMED_SECONDS = 2 * QUARTER_SECONDS
/** Returns when the minutes begin that may not be summed yet, at the beginning of a step. */
export const unsummedSince = (now: number, step: number): number => {
  const since = now - step - SUMMED_SECONDS
  return since - (since % step)
}
/** Days over which hours tell what is usual. */
export const USUAL_DAYS = 7

/** The units in which the quality of links is kept. */
export type Sums = 'minute' | 'quarter' | 'hour'
/** For each span, the unit that it is read from, the length of its points and its own length; in seconds. */
export const spanOf: Record<QualityRange, { sums: Sums; step: number; seconds: number }> = {
  '12h': { sums: 'minute', step: MINUTE_SECONDS, seconds: 12 * HOUR_SECONDS },
  '1d': { sums: 'quarter', step: QUARTER_SECONDS, seconds: DAY_SECONDS },
  '1w': { sums: 'quarter', step: QUARTER_SECONDS, seconds: 7 * DAY_SECONDS },
  '1m': { sums: 'hour', step: HOUR_SECONDS, seconds: 30 * DAY_SECONDS },
}

/** For each span of the curves in a list, the same as `spanOf` for one link. */
export const curveOf: Record<QualityCurve, { sums: Sums; step: number; seconds: number }> = {
  '1d': spanOf['1d'],
  '1w': { sums: 'hour', step: HOUR_SECONDS, seconds: 7 * DAY_SECONDS },
}

/** The two ends of a link, with what the account calls them, and whether it is connected. */
export type ListedLink = Pick<
  LinkQualityRow,
  'router_name' | 'router_name_note' | 'center_router_name' | 'center_router_name_note' | 'enable' | 'vpn_online'
>
/** Figures of a minute, a quarter of an hour or an hour, which begins at `time`. */
export type Figures = Omit<LinkQualityPoint, 'quality' | 'loss_out' | 'loss_back'>
/** Those that its curves show. */
export type Counts = Pick<Figures, 'time' | 'sent' | 'reflected' | 'received' | 'rtt_p50' | 'rtt_p95' | 'jitter_out' | 'jitter_back'>

/** Returns the mean of what is known; null if nothing is. */
const mean = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}
const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/** Returns the minutes in groups of one step each, by the beginning of the step. */
const stepsOf = <P extends Counts>(parts: readonly P[], step: number): Map<number, P[]> =>
  Map.groupBy(parts, ({ time }) => time - (time % step))

/** How good a link was in its last minutes, and by which figures. */
export type Judgement = Pick<LinkQualityRow, 'quality' | 'loss_out' | 'loss_back' | 'rtt' | 'rtt_p95' | 'usual_rtt' | 'jitter'>

/**
 * Returns how good a link is by its last minutes. It is graded by the figures as they are shown, since the console marks the one that is bad.
 * @param newest null where it was not measured
 */
export function judged(newest: Omit<Counts, 'time'> | null, usual: number | null): Judgement {
  const usual_rtt = rounded(usual)
  if (!newest) return { quality: null, loss_out: null, loss_back: null, rtt: null, rtt_p95: null, usual_rtt, jitter: null }
  const rtt = rounded(newest.rtt_p50)
  const ways = { jitter_out: rounded(newest.jitter_out), jitter_back: rounded(newest.jitter_back) }
  const { out: loss_out, back: loss_back } = lossOf(newest)
  return {
    quality: qualityOf({ ...newest, ...ways, rtt_p50: rtt }, usual_rtt),
    loss_out,
    loss_back,
    rtt,
    rtt_p95: rounded(newest.rtt_p95),
    usual_rtt,
    jitter: jitterOf(ways),
  }
}

/** What a list by how good links are begins with: `silent` were measured once and fell silent, `never` never were. */
const ranks = ['bad', 'silent', 'fair', 'good', 'never'] as const
const rank = ({ quality, usual_rtt }: Judgement): number => ranks.indexOf(quality ?? (usual_rtt === null ? 'never' : 'silent'))
const worseLoss = ({ loss_out, loss_back }: Judgement) => (loss_out === null || loss_back === null ? null : Math.max(loss_out, loss_back))
const slower = ({ rtt, usual_rtt }: Judgement) => (rtt === null ? null : rtt - (usual_rtt ?? rtt))
const keyOf: Record<Exclude<QualityOrder, 'worst'>, (one: Judgement) => number | null> = {
  rtt: ({ rtt }) => rtt,
  loss: worseLoss,
  jitter: ({ jitter }) => jitter,
}
/** Returns the links with the worst first; those without the figure come last. Equal ones stay as they are. */
export function inOrder<T extends Judgement>(links: readonly T[], order: QualityOrder): T[] {
  const most = (key: (one: Judgement) => number | null) => (a: T, b: T) => (key(b) ?? -1) - (key(a) ?? -1)
  if (order !== 'worst') return links.toSorted(most(keyOf[order]))
  return links.toSorted((a, b) => rank(a) - rank(b) || most(worseLoss)(a, b) || most(slower)(a, b))
}

/**
 * Returns a link's curves over the span that ends now.
 * @param finer minutes of the time that may not be summed yet
 */
export function curvesOf(
  sums: readonly Counts[],
  finer: readonly Counts[],
  { step, seconds }: { step: number; seconds: number },
  now: number,
): LinkQualityRow['series'] {
  const parts = new Map(sums.map((part) => [part.time, part]))
  for (const [time, of] of stepsOf(finer, step)) if (!parts.has(time)) parts.set(time, { time, ...together(of) })
  const last = now - (now % step)
  const from = last - seconds
  const shown = Array.from({ length: seconds / step + 1 }, (_, at) => parts.get(from + at * step))
  const curve = (value: (part: Counts) => number | null) => shown.map((part) => (part ? rounded(value(part)) : null))
  return {
    from,
    step,
    rtt: curve((part) => part.rtt_p50),
    rtt_p95: curve((part) => part.rtt_p95),
    loss: curve((part) => Math.max(...Object.values(lossOf(part)))),
    jitter: curve(jitterOf),
  }
}

const together = (of: readonly Counts[]) => ({
  sent: total(of.map((part) => part.sent)),
  reflected: total(of.map((part) => part.reflected)),
  received: total(of.map((part) => part.received)),
  rtt_p50: mean(of.map((part) => part.rtt_p50)),
  rtt_p95: mean(of.map((part) => part.rtt_p95)),
  jitter_out: mean(of.map((part) => part.jitter_out)),
  jitter_back: mean(of.map((part) => part.jitter_back)),
})

/** Returns milliseconds with two digits. */
export const rounded = (milliseconds: number | null) => (milliseconds === null ? null : Math.round(milliseconds * 100) / 100)
const least = (values: readonly (number | null)[]) => values.reduce((a, b) => (a === null || (b !== null && b < a) ? b : a), null)
const most = (values: readonly (number | null)[]) => values.reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null)

/** Returns the points of a span: its sums, and what is not summed yet from finer ones. */
export function pointsOf(sums: readonly Figures[], finer: readonly Figures[], step: number, usual: number | null): LinkQualityPoint[] {
  const parts = new Map(sums.map((part) => [part.time, part]))
  for (const [time, of] of stepsOf(finer, step)) if (!parts.has(time)) parts.set(time, sumOf(time, of))
  return [...parts.values()]
    .toSorted((a, b) => a.time - b.time)
    .map((part) => {
      const { out, back } = lossOf(part)
      const { rtt_min, rtt_p50, rtt_p95, rtt_max, jitter_out, jitter_back } = part
      const times = { rtt_min, rtt_p50, rtt_p95, rtt_max, jitter_out, jitter_back }
      return {
        ...part,
        ...(Object.fromEntries(Object.entries(times).map(([name, value]) => [name, rounded(value)])) as typeof times),
        quality: qualityOf(part, usual),
        loss_out: out,
        loss_back: back,
      }
    })
}

const sumOf = (time: number, of: readonly Figures[]): Figures => ({
  time,
  ...together(of),
  rtt_min: least(of.map((part) => part.rtt_min)),
  rtt_max: most(of.map((part) => part.rtt_max)),
  longest_gap: Math.max(0, ...of.map((part) => part.longest_gap)),
  reordered: total(of.map((part) => part.reordered)),
})
