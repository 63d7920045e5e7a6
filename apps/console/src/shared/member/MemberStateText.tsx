import { freshName, type MemberCondition, memberStateNames } from '@weft/contract'
import { language, StateText } from '@weft/ui'
import { useFresh } from './use-fresh.ts'

/** Shows how a member is; of one that broke a moment ago that alone. */
export function MemberStateText({ member }: { member: Pick<MemberCondition, 'state' | 'since'> }) {
  const spoken = language.use()
  const fresh = useFresh(member)
  return <StateText state={fresh ? 'unknown' : member.state}>{(fresh ? freshName : memberStateNames[member.state])[spoken]}</StateText>
}
