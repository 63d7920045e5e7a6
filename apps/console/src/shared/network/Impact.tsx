import type { FieldChange, NetworkImpact } from '@weft/contract'
import { useText } from '@weft/ui'
import * as text from './impact.text.ts'
import * as rollbackText from './rollback.text.ts'
import './impact.css'

interface Props {
  impact: readonly NetworkImpact[]
  /** Number of members in the network now. */
  members: number
}

/** Shows a change's effects on members in words: who reconnects, for about how long, and how many are not affected. */
export function Impact({ impact, members }: Props) {
  const t = useText(text)
  const { impact: label } = useText(rollbackText)
  const unaffected = members - impact.reduce((sum, { count }) => sum + count, 0)
  return (
    <ul className="impact" aria-label={label}>
      {impact.map(({ kind, count, seconds, router_names, names = router_names }) => (
        <li key={kind} className={`impact-${kind}`}>
          {t.kinds[kind](count, seconds)}
          <small>{t.names(names, count)}</small>
        </li>
      ))}
      {unaffected > 0 && <li>{t.rest(unaffected)}</li>}
    </ul>
  )
}

/** Lists changes, one sentence each. */
export function Sentences({ diff }: { diff: readonly FieldChange[] }) {
  return (
    <ul className="sentences">
      {diff.map(({ text: sentence }) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}
