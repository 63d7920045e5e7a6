import { PageHeader } from '@weft/ui'

export function MemberListPage() {
  return <PageHeader title="成员列表" />
}
