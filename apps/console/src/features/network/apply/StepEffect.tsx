import type { NetworkImpact } from '@weft/contract'
import { useText } from '@weft/ui'
import { nameOf } from '../../../shared/member/MemberName.tsx'
import * as text from './impact.text.ts'

interface Props {
  impact: readonly NetworkImpact[]
  /** Those members whose names are known. */
  members: readonly { router_name: string; note: string }[]
}

/** The members of an effect that are named; the others are counted. */
const NAMED = 2

/** Says in one line whom a change touches, the first by name, and for how long. */
export function StepEffect({ impact, members }: Props) {
  const t = useText(text)
  const known = new Map(members.map((member) => [member.router_name, nameOf(member)]))
  const who = ({ router_names, count }: NetworkImpact) => {
    const names = router_names.slice(0, NAMED).flatMap((name) => known.get(name) ?? [])
    return names.length === 0 ? t.count(count) : t.names(names, count)
  }
  return impact.length === 0 ? t.nobody : impact.map((one) => t.effects[one.kind](who(one), one.seconds)).join('；')
}
