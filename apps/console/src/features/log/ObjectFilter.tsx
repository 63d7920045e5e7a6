import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking, defined, type ListPage, useText } from '@weft/ui'
import { useFilterName } from '@weft/ui/list/filter-names.ts'
import { Select } from 'antd'
import { useState } from 'react'
import * as text from './log.text.ts'

/** Filters operations by what they were about, which sets `object`: a member, a network, an order or a ticket, found by name or number. */
export function ObjectFilter({ list }: { list: Pick<ListPage<unknown>, 'filters' | 'show'> }) {
  const t = useText(text)
  const [search, setSearch] = useState('')
  const { data, isFetching } = useQuery({
    ...asking(contract.search.all, { search }, { quiet: true }),
    enabled: search.trim() !== '',
    placeholderData: keepPreviousData,
  })
  const chosen = list.filters['object']
  const found = data && search.trim() !== '' ? data : undefined
  const groups = [
    {
      label: t.members,
      options:
        found?.members.map(({ router_name, note }) => ({
          value: router_name,
          label: note === '' ? router_name : `${note} · ${router_name}`,
        })) ?? [],
    },
    {
      label: t.network,
      options: found?.networks.map(({ network_number, network_name }) => ({ value: network_number, label: network_name })) ?? [],
    },
    {
      label: t.orders,
      options:
        found?.work_orders.map(({ network_ticket_number }) => ({ value: network_ticket_number, label: network_ticket_number })) ?? [],
    },
    {
      label: t.tickets,
      options: found?.tickets.map(({ ticket_number, ticket_title }) => ({ value: ticket_number, label: ticket_title })) ?? [],
    },
  ].filter(({ options }) => options.length > 0)
  useFilterName('object', chosen && defined(t.object, chosen))
  return (
    <Select
      className="weft-list-filter"
      allowClear
      showSearch={{ filterOption: false, onSearch: setSearch }}
      loading={isFetching}
      placeholder={t.object}
      aria-label={t.object}
      notFoundContent={search.trim() === '' ? t.typeObject : t.noObject}
      value={chosen ?? null}
      options={chosen && groups.length === 0 ? [{ label: t.object, options: [{ value: chosen, label: chosen }] }] : groups}
      onChange={(value: string | null | undefined) => list.show({ object: value ?? '' })}
    />
  )
}
