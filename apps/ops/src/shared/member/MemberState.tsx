import { type MemberCondition, memberStateNames, needsAttention } from '@weft/contract'
import { language, lasting, StateText } from '@weft/ui'

interface Props {
  member: Pick<MemberCondition, 'state' | 'since'>
  /** In Unix seconds. */
  now: number
}

/** Shows how a member is; of one that needs attention also for how long. */
export function MemberState({ member: { state, since }, now }: Props) {
  const spoken = language.use()
  return (
    <StateText state={state}>
      {memberStateNames[state][spoken]}
      {needsAttention(state) && since !== null && ` ${lasting(now - since)}`}
    </StateText>
  )
}
