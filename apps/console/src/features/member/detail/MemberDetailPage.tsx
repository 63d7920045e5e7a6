import { PageHeader } from '@weft/ui'

export function MemberDetailPage() {
  return <PageHeader title="成员详情" />
}
