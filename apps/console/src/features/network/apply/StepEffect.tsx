import type { NetworkImpact } from '@weft/contract'
import { useText } from '@weft/ui'
import * as text from '../../../shared/network/impact.text.ts'

/** The members of an effect that are named; the others are counted. */
const NAMED = 2

/** Says in one line whom a change touches, the first by name, and for how long. */
export function StepEffect({ impact }: { impact: readonly NetworkImpact[] }) {
  const t = useText(text)
  const who = ({ router_names, names = router_names, count }: NetworkImpact) =>
    names.length === 0 ? t.count(count) : t.names(names.slice(0, NAMED), count)
  return impact.length === 0 ? t.nobody : impact.map((one) => t.effects[one.kind](who(one), one.seconds)).join('；')
}
