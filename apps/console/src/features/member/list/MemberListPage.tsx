import { PageHeader, useText } from '@weft/ui'
import { AttentionText, MemberFacts, useMemberCounts } from './MemberFacts.tsx'
import { MemberList } from './MemberList.tsx'
import './member-list.css'
import * as text from './member-list.text.ts'

export function MemberListPage() {
  const t = useText(text)
  const counts = useMemberCounts()
  return (
    <>
      <PageHeader
        title={t.title}
        status={<AttentionText attention={counts.attention} />}
        meta={<MemberFacts quantity={counts.quantity} />}
      />
      <MemberList {...counts} />
    </>
  )
}
