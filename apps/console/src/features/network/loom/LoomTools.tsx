import { SearchOutlined } from '@ant-design/icons'
import { grouped, useNarrow, useText } from '@weft/ui'
import { Input, type InputRef, Segmented, Select } from 'antd'
import type { ReactNode, RefObject } from 'react'
import type { Loom } from './loom-model.ts'
import { loomFilters, type LoomFilter, loomGroupings, type LoomGrouping, type LoomView, passes } from './loom-order.ts'
import * as text from './loom.text.ts'

interface Props {
  loom: Loom
  view: LoomView
  search: RefObject<InputRef | null>
  onSearch: (search: string) => void
  onGroup: (grouping: LoomGrouping) => void
  onFilter: (filter: LoomFilter) => void
  container: () => HTMLElement
  /** The choice of the view, and full screen. */
  children: ReactNode
}

/** Shows the search field, the grouping and the filters with how many sites pass each. */
export function LoomTools({ loom, view, search, onSearch, onGroup, onFilter, container, children }: Props) {
  const t = useText(text)
  const narrow = useNarrow()
  const options = loomGroupings.map((value) => ({ value, label: t.groupings[value] }))
  const hardware = loom.sites.filter(({ kind }) => kind !== 'software')
  return (
    <div className="loom-tools">
      <Input
        ref={search}
        className="loom-search"
        prefix={<SearchOutlined aria-hidden />}
        placeholder={t.search}
        aria-label={t.search}
        allowClear
        value={view.search}
        onChange={({ target }) => onSearch(target.value)}
      />
      {narrow ? (
        <Select
          aria-label={t.grouping}
          value={view.grouping}
          options={options}
          onChange={onGroup}
          popupMatchSelectWidth={false}
          getPopupContainer={container}
        />
      ) : (
        <span className="loom-grouping">
          <span>{t.grouping}</span>
          <Segmented aria-label={t.grouping} value={view.grouping} options={options} onChange={onGroup} />
        </span>
      )}
      <div className="loom-filters" role="group" aria-label={t.filter}>
        {/* On a phone the pressed filter is taken back by pressing it again. */}
        {loomFilters
          .filter((filter) => !narrow || filter !== 'all')
          .map((filter) => (
            <button
              key={filter}
              type="button"
              className="loom-filter"
              aria-pressed={filter === view.filter}
              onClick={() => onFilter(filter === view.filter ? 'all' : filter)}
            >
              {t.filters[filter]} <span>{grouped(hardware.filter((site) => passes(site, filter)).length)}</span>
            </button>
          ))}
      </div>
      <span className="loom-tools-end">{children}</span>
    </div>
  )
}
