import { BAD_LOSS } from '@weft/network-rules'
import { useText } from '@weft/ui'
import { Term } from '../help/Term.tsx'
import './quality.css'
import * as text from './quality.text.ts'

/** Says what the lines, bars and marks of the curves mean. */
export function Legend() {
  const t = useText(text)
  return (
    <p className="quality-legend">
      <span className="quality-key quality-key-rtt">{t.legendRtt}</span>
      <span className="quality-key quality-key-band">{t.legendBand}</span>
      <span className="quality-key quality-key-loss">{t.legendLoss(BAD_LOSS)}</span>
      <span className="quality-key quality-key-lost">{t.legendLost}</span>
      <span className="quality-key quality-key-revision">{t.legendRevision}</span>
      <span>{t.hint}</span>
      <span>
        {t.name}
        <Term of="linkQuality" />
      </span>
    </p>
  )
}
