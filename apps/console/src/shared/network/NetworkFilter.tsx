import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking, defined, type ListPage, useText } from '@weft/ui'
import { useFilterName } from '@weft/ui/list/filter-names.ts'
import { Select } from 'antd'
import { useState } from 'react'
import * as text from './network-filter.text.ts'

/** The most networks that are offered at once; the others are found by their names. */
const OFFERED = 50

/** Filters a list by a network, which sets `network_number`. */
export function NetworkFilter({ list }: { list: Pick<ListPage<unknown>, 'filters' | 'show'> }) {
  const t = useText(text)
  const [search, setSearch] = useState('')
  const { data, isFetching } = useQuery({
    ...asking(contract.network.list, { page: 1, limit: OFFERED, ...(search && { search }) }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const chosen = list.filters['network_number']
  const found = data?.rows.map(({ network_number, network_name }) => ({ value: network_number, label: network_name })) ?? []
  const options = chosen && !found.some(({ value }) => value === chosen) ? [{ value: chosen, label: chosen }, ...found] : found
  useFilterName('network_number', chosen ? defined(t.network, options.find(({ value }) => value === chosen)?.label ?? chosen) : undefined)
  return (
    <Select
      className="weft-list-filter"
      allowClear
      showSearch={{ filterOption: false, onSearch: setSearch }}
      loading={isFetching}
      placeholder={t.network}
      aria-label={t.network}
      value={chosen ?? null}
      options={options}
      onChange={(value: string | null | undefined) => list.show({ network_number: value ?? '' })}
    />
  )
}
