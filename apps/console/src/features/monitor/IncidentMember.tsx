import type { IncidentBranch } from '@weft/contract'
import { MemberName } from '../../shared/member/MemberName.tsx'

/** Shows the name of a member that an incident is about, or that was lost with it. The member may be deleted by now. */
export function IncidentMember({
  member,
  search,
}: {
  member: Omit<IncidentBranch, 'lost_time' | 'back_time' | 'seconds'>
  search: string
}) {
  const { router_name, note, router_type, deleted } = member
  return <MemberName form="line" member={{ router_name, note, router_type: router_type ?? 1 }} deleted={deleted === 1} search={search} />
}
