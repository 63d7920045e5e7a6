import { phaseOf } from '@weft/contract'
import { RevisionFacts } from '../RevisionFacts.tsx'
import type { LiveNetwork } from './network-state.ts'

type Shown = Pick<LiveNetwork, 'network_number' | 'revision_state' | 'member'>

/** Shows how far the members of an open network are with its newest revision. */
export function RevisionProgress({ network: { network_number, revision_state, member } }: { network: Shown }) {
  const { applied = [], failed = [], offline = [], never = [] } = Object.groupBy(member, phaseOf)
  const [absentee] = [...offline, ...never]
  return (
    <RevisionFacts
      network_number={network_number}
      state={revision_state}
      members={member.length}
      applied={applied.length}
      failed={failed.length}
      refused={failed}
      absent={offline.length + never.length}
      absentee={absentee && { ...absentee, never: absentee.state === 'never' }}
    />
  )
}
