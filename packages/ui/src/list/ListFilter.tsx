import { Select } from 'antd'
import { defined } from '../i18n/punctuation.ts'
import { useFilterName } from './filter-names.ts'
import type { ListPage } from './use-list-page.ts'

interface Props {
  list: Pick<ListPage<unknown>, 'filters' | 'show'>
  /** The field of the input that the filter sets, which `useListPage` must also name. */
  name: string
  label: string
  options: { value: string; label: string }[]
  /** Whether an option is found by a part of its label, for more options than fit on a screen. */
  searchable?: boolean
}

/** Filters a list by one choice; cleared, the list shows all. */
export function ListFilter({ list, name, label, options, searchable = false }: Props) {
  const value = list.filters[name]
  const chosen = value === undefined ? undefined : options.find((one) => one.value === value)
  useFilterName(name, chosen && defined(label, chosen.label))
  return (
    <Select
      className="weft-list-filter"
      allowClear
      showSearch={searchable && { optionFilterProp: 'label' }}
      placeholder={label}
      aria-label={label}
      value={value ?? null}
      options={options}
      onChange={(value: string | null | undefined) => list.show({ [name]: value ?? '' })}
    />
  )
}
