import { Select } from 'antd'
import type { ListPage } from './use-list-page.ts'

interface Props {
  list: Pick<ListPage<unknown>, 'filters' | 'show'>
  /** The field of the input that it sets, named in `useListPage` too. */
  name: string
  label: string
  options: { value: string; label: string }[]
}

/** One choice that narrows a list; cleared, it shows all. */
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
