import type { LinkQualityRow, State } from '@weft/contract'
import { type FigureGrades, gradesOf } from '@weft/network-rules'

/** The state of a link as the page shows it: how good it is, or why that is not known. */
export type LinkWord = 'good' | 'fair' | 'bad' | 'down' | 'off' | 'silent' | 'never'

export const linkMarks: Record<LinkWord, State> = {
  good: 'up',
  fair: 'up',
  bad: 'degraded',
  down: 'down',
  off: 'disabled',
  silent: 'unknown',
  never: 'never',
}

/** Returns the state of a link as the page shows it. */
export function linkWord({ enable, vpn_online, quality, usual_rtt, series }: LinkQualityRow): LinkWord {
  if (enable === 0) return 'off'
  if (vpn_online === 0) return 'down'
  return quality ?? (usual_rtt === null && series.loss.every((loss) => loss === null) ? 'never' : 'silent')
}

/** The figures of a link's last minutes, of the worse direction, and how good each is. */
export interface Newest {
  loss: number | null
  rtt: number | null
  rtt_p95: number | null
  jitter: number | null
  grades: FigureGrades
}

/** Returns the figures of a link's last minutes; none of a link that is not connected, whose minutes are of before. */
export function newestOf(link: LinkQualityRow): Newest {
  const { loss_out, loss_back, usual_rtt } = link
  const isKnown = ['good', 'fair', 'bad'].includes(linkWord(link))
  const { rtt, rtt_p95, jitter } = isKnown ? link : { rtt: null, rtt_p95: null, jitter: null }
  const loss = !isKnown || loss_out === null || loss_back === null ? null : Math.max(loss_out, loss_back)
  return { loss, rtt, rtt_p95, jitter, grades: gradesOf({ loss: loss ?? 0, usual: usual_rtt, rtt, jitter }) }
}
