import { useInfiniteQuery } from '@tanstack/react-query'
import { contract, type MemberSummary } from '@weft/contract'
import { call, useText } from '@weft/ui'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { useSettled } from '@weft/ui/time/use-settled.ts'
import { Select } from 'antd'
import { useState } from 'react'
import { MemberName } from '../../shared/member/MemberName.tsx'
import { nameAndCode } from '../../shared/member/name-of.ts'
import * as text from './download.text.ts'

const BATCH = 50

const shown = ({ data: { member } }: { data: { member: MemberSummary } }) => <MemberName member={member} link={false} />

interface Props {
  value: string | undefined
  onChoose: (member: MemberSummary) => void
}

/** Chooses a software member. The server searches; further pages are loaded as the list is scrolled. */
export function SoftwareMemberSelect({ value, onChoose }: Props) {
  const t = useText(text)
  const [typed, setTyped] = useState('')
  const input = { type: '2', search: useSettled(typed.trim()), limit: BATCH } as const
  const found = useInfiniteQuery({
    queryKey: [contract.router.list.path, 'endless', input],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => call(contract.router.list, { ...input, page: pageParam }, { signal, quiet: true }),
    getNextPageParam: (last, pages) => (pages.length * BATCH < last.count ? pages.length + 1 : undefined),
  })
  const rows = found.data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <Select
      className="download-member"
      aria-label={t.whose}
      placeholder={t.whose}
      getPopupContainer={popupContainer}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      loading={found.isFetching}
      notFoundContent={found.isFetching ? null : t.noMember}
      value={value ?? null}
      options={rows.map((member) => ({ value: member.router_name, label: nameAndCode(member), title: '', member }))}
      optionRender={shown}
      onSelect={(_, { member }) => onChoose(member)}
      onPopupScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        if (scrollHeight - scrollTop - clientHeight < 80 && found.hasNextPage && !found.isFetchingNextPage) void found.fetchNextPage()
      }}
    />
  )
}
