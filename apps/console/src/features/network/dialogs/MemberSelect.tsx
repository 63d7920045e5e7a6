import { useInfiniteQuery } from '@tanstack/react-query'
import { contract, type MemberOption, type RouterType } from '@weft/contract'
import { call, StatusDot, textNow, useText } from '@weft/ui'
import { Select } from 'antd'
import { useState } from 'react'
import { MemberName, nameOf } from '../../../shared/member/MemberName.tsx'
import * as detailText from '../detail/network-detail.text.ts'
import * as networkText from '../network.text.ts'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { useSettled } from '@weft/ui/time/use-settled.ts'

const BATCH = 50

function optionOf(member: MemberOption, router_type: RouterType) {
  const t = textNow(detailText)
  const n = textNow(networkText)
  return (
    <span className="network-option">
      <MemberName member={{ ...member, router_type }} link={false} />
      {member.network_count > 0 && <span className="network-option-note">{t.inNetworks(member.network_count)}</span>}
      <StatusDot
        kind={member.online === 1 ? 'online' : router_type === 2 ? 'idle' : 'offline'}
        text={member.online === 1 ? n.online : n.offline}
      />
    </span>
  )
}

interface SelectProps {
  network_number: string
  router_type: RouterType
  value?: string
  onChange?: (router_name: string) => void
  id?: string
}

/** Selects one of the members that may join the network. The server searches; further pages are loaded as the list is scrolled. */
export function MemberSelect({ network_number, router_type, ...field }: SelectProps) {
  const t = useText(detailText)
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim())
  const endpoint = router_type === 1 ? contract.router.hardware : contract.router.software
  const input = { search, network_number, limit: BATCH }
  const options = useInfiniteQuery({
    queryKey: [endpoint.path, 'endless', input],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => call(endpoint, { ...input, page: pageParam }, { signal }),
    getNextPageParam: (last, pages) => (pages.length * BATCH < last.count ? pages.length + 1 : undefined),
  })
  const rows = options.data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <Select
      {...field}
      getPopupContainer={popupContainer}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      placeholder={t.memberHint}
      loading={options.isFetching}
      notFoundContent={options.isFetching ? null : t.noneLeft}
      options={rows.map((m) => ({ value: m.router_name, label: nameOf(m), title: '', member: m }))}
      optionRender={({ data: { member } }) => optionOf(member, router_type)}
      onPopupScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        if (scrollHeight - scrollTop - clientHeight < 80 && options.hasNextPage && !options.isFetchingNextPage) void options.fetchNextPage()
      }}
    />
  )
}
