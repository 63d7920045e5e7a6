import type { LinkQuality } from '@weft/contract'

/** What packets through a link told of it. Times are milliseconds. */
export interface LinkFigures {
  sent: number
  reflected: number
  received: number
  rtt_p50: number | null
  jitter_out: number | null
  jitter_back: number | null
}

/** Percentages of packets that are lost in one direction. */
const FAIR_LOSS = 1
export const BAD_LOSS = 3
/** A time there and back is long from this multiple of the usual one on; of a short line that is also said of a busy device. */
const LONG_RTT = 2
/** Milliseconds above the usual time from which a long one is noticed, and from which it disturbs. */
const FAIR_ABOVE_USUAL = 10
const BAD_ABOVE_USUAL = 30
/** Milliseconds of jitter at which a call becomes hard to follow. */
const BAD_JITTER = 30

/** Returns what is lost on each way, in percent of what was sent on it. */
export const lossOf = ({
  sent,
  reflected,
  received,
}: Pick<LinkFigures, 'sent' | 'reflected' | 'received'>): { out: number; back: number } => ({
  out: share(sent - reflected, sent),
  back: share(reflected - received, reflected),
})
const share = (lost: number, of: number) => (of === 0 ? 0 : Math.round((10_000 * lost) / of) / 100)

/** Returns the jitter of the worse direction in milliseconds; null if neither is known. */
export const jitterOf = ({ jitter_out, jitter_back }: Pick<LinkFigures, 'jitter_out' | 'jitter_back'>): number | null =>
  jitter_out === null || jitter_back === null ? (jitter_out ?? jitter_back) : Math.max(jitter_out, jitter_back)

/** How good each figure of a link is. */
export interface FigureGrades {
  loss: LinkQuality
  rtt: LinkQuality
  jitter: LinkQuality
}

/**
 * Returns how good each figure of a link is, of its worse direction.
 * @param loss percent @param rtt milliseconds @param usual the usual time there and back, null if it is not known @param jitter milliseconds
 */
export function gradesOf({
  loss,
  rtt,
  usual,
  jitter,
}: {
  loss: number
  rtt: number | null
  usual: number | null
  jitter: number | null
}): FigureGrades {
  const above = usual === null || rtt === null || rtt < LONG_RTT * usual ? 0 : rtt - usual
  return {
    loss: loss >= BAD_LOSS ? 'bad' : loss >= FAIR_LOSS ? 'fair' : 'good',
    rtt: above >= BAD_ABOVE_USUAL ? 'bad' : above >= FAIR_ABOVE_USUAL ? 'fair' : 'good',
    jitter: (jitter ?? 0) >= BAD_JITTER ? 'bad' : 'good',
  }
}

/** Returns how good a link is: as good as the worst of its figures. */
export function qualityOf(figures: LinkFigures, usual: number | null): LinkQuality {
  const { out, back } = lossOf(figures)
  const grades = Object.values(gradesOf({ loss: Math.max(out, back), rtt: figures.rtt_p50, usual, jitter: jitterOf(figures) }))
  return (['bad', 'fair'] as const).find((one) => grades.includes(one)) ?? 'good'
}

/** Returns the usual time there and back: the median of those of many equal times, of two the shorter; null if none is known. */
export function usualRtt(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null).toSorted((a, b) => a - b)
  return known[Math.floor((known.length - 1) / 2)] ?? null
}
