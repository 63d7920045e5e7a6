import { useText } from '@weft/ui'
import { namesAmong } from './member-names.ts'
import { MemberName, type NamedMember } from './MemberName.tsx'
import * as text from './member-name.text.ts'

/** How many members a sentence names before it counts them. */
const SHOWN = 2

/** Shows several members in a sentence: 「合肥政务店、成都锦江店 等 5 个成员」; all names are in the tooltip. */
export function MemberNames({ members, shown = SHOWN }: { members: readonly NamedMember[]; shown?: number }) {
  const t = useText(text)
  const called = namesAmong(members)
  const rest = members.length > shown
  return (
    <span title={rest ? members.map(called).join(t.between) : undefined}>
      {members.slice(0, shown).map((member, at) => (
        <span key={member.router_name}>
          {at > 0 && t.between}
          <MemberName form="name" member={{ ...member, note: called(member) }} />
        </span>
      ))}
      {rest && t.more(members.length)}
    </span>
  )
}
