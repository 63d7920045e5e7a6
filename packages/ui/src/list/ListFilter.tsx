import { Select } from 'antd'
import type { ListPage } from './use-list-page.ts'

interface Props {
  list: Pick<ListPage<unknown>, 'filters' | 'show'>
  /** The field of the input that the filter sets, which `useListPage` must also name. */
  name: string
  label: string
  options: { value: string; label: string }[]
}

/** Filters a list by one choice; cleared, the list shows all. */
export function ListFilter({ list, name, label, options }: Props) {
  return (
    <Select
      className="weft-list-filter"
      allowClear
      placeholder={label}
      aria-label={label}
      value={list.filters[name] ?? null}
      options={options}
      onChange={(value: string | null | undefined) => list.show({ [name]: value ?? '' })}
    />
  )
}
