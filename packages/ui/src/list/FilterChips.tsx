import { Button } from 'antd'
import { defined } from '../i18n/punctuation.ts'
import { grouped } from '../parts/grouped.ts'
import { useFilterName } from './filter-names.ts'
import type { ListPage } from './use-list-page.ts'

interface Chip {
  /** The value of the filter; '' for all. */
  value: string
  label: string
  /** How many rows it leaves, once that is known. */
  count?: number | undefined
}

interface Props {
  list: Pick<ListPage<unknown>, 'filters' | 'show'>
  /** The field of the input that the chips set, which `useListPage` must also name. */
  name: string
  label: string
  chips: readonly Chip[]
}

/** Filters a list by one of a few choices that people use all the time, each with the number of its rows. The first is all. */
export function FilterChips({ list, name, label, chips }: Props) {
  const chosen = list.filters[name] ?? ''
  const words = chosen === '' ? undefined : chips.find(({ value }) => value === chosen)?.label
  useFilterName(name, words && defined(label, words))
  return (
    <div className="weft-chips" role="group" aria-label={label}>
      {chips.map(({ value, label: words, count }) => (
        <Button
          key={value}
          type="text"
          className={value === chosen ? 'weft-chip weft-chip-on' : 'weft-chip'}
          aria-pressed={value === chosen}
          onClick={() => list.show({ [name]: value })}
        >
          {words} {count !== undefined && <span className="weft-chip-count">{grouped(count)}</span>}
        </Button>
      ))}
    </div>
  )
}
