import type { MemberSummary } from '@weft/contract'
import { ListFilter, type ListPage, useText } from '@weft/ui'
import * as sharedText from '../../../shared/member/member.text.ts'
import * as text from './member-list.text.ts'

/** Filters by members that are online, or that are not. */
export function OnlineFilter({ list }: { list: ListPage<MemberSummary> }) {
  const t = useText(text)
  const { online, offline } = useText(sharedText)
  return (
    <ListFilter
      list={list}
      name="online"
      label={t.onlineState}
      options={[
        { value: '1', label: online },
        { value: '0', label: offline },
      ]}
    />
  )
}
