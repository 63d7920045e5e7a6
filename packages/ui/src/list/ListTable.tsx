import { CloseOutlined } from '@ant-design/icons'
import { PAGE_SIZE } from '@weft/contract'
import { Alert, Button, Pagination, Table } from 'antd'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { ApiRefusal } from '../api/refusal.ts'
import { useText } from '../i18n/use-text.ts'
import { EmptyState } from '../parts/EmptyState.tsx'
import { ErrorState } from '../parts/ErrorState.tsx'
import { grouped } from '../parts/grouped.ts'
import { listTime } from '../parts/time.ts'
import { useNarrow } from '../theme/appearance.ts'
import type { ListColumn } from './column.ts'
import { type Expand, expandableOf } from './expand.tsx'
import { FilterNames, type NameFilter } from './filter-names.ts'
import { ListCards } from './ListCards.tsx'
import { ListToolbar } from './ListToolbar.tsx'
import * as text from './list.text.ts'
import { selectAllTitle } from './SelectAll.tsx'
import type { Selection } from './selection.ts'
import { SlowProgress } from './SlowProgress.tsx'
import { useColumnSettings } from './use-column-settings.ts'
import type { ListPage } from './use-list-page.ts'
import './list.css'

interface Props<T> {
  list: ListPage<T>
  /** Names the table's own settings in the browser. */
  name: string
  /** The word for a row: 「组网」. */
  subject: string
  /** The field that identifies a row, or a function that makes a key from several. */
  rowKey: (keyof T & string) | ((row: T) => string)
  columns: ListColumn<T>[]
  /** Shown while there is no data at all. */
  empty: { title: string; hint?: ReactNode; action?: ReactNode }
  searchHint?: string
  /** The text of the search button, in place of an icon. */
  searchLabel?: string
  /** `ListFilter`s and similar controls. */
  filters?: ReactNode
  /** Business buttons. */
  actions?: ReactNode
  selection?: Selection
  /** Details of a row, shown below it on demand. */
  expand?: Expand<T>
  /** The limit to which the server counts the matches of a search or a filter; no limit if left out. */
  countedTo?: number
  /** The page shows changes by itself and says so: there is nothing to read again. */
  live?: boolean
  /** The limit also applies to the count of the whole list. */
  capped?: boolean
}

const SKELETON_ROWS = 6

/** Shows the card of a list page (docs/design/screens.md §0.7): toolbar, table or cards, and the pager. */
export function ListTable<T extends object>(props: Props<T>) {
  const {
    list,
    name,
    subject,
    rowKey,
    columns,
    empty,
    selection,
    expand,
    countedTo = Infinity,
    capped = false,
    live = false,
    ...toolbar
  } = props
  const t = useText(text)
  const narrow = useNarrow()
  const settings = useColumnSettings(name, columns)
  const section = useRef<HTMLElement>(null)
  const held = useRef(false)
  // The focused element may be gone with its row: the list then takes the focus.
  useEffect(() => {
    if (held.current && document.activeElement === document.body) section.current?.focus({ preventScroll: true })
  })
  const { searchHint, searchLabel, filters, actions } = toolbar
  const keyOf = typeof rowKey === 'function' ? rowKey : (row: T) => String(row[rowKey])
  const [named, setNamed] = useState<Readonly<Record<string, string>>>({})
  const nameFilter = useCallback<NameFilter>(
    (filter, words) => setNamed(({ [filter]: _, ...others }) => (words === undefined ? others : { ...others, [filter]: words })),
    [],
  )
  const bare = list.filtered ? (
    <EmptyState
      kind="filtered"
      title={t.noMatch(subject)}
      hint={
        <span className="weft-list-narrowed">
          {list.search !== '' && <Narrowed words={t.searched(list.search)} onRemove={() => list.show({ search: '' })} />}
          {Object.entries(named).map(([filter, words]) => (
            <Narrowed key={filter} words={words} onRemove={() => list.show({ [filter]: '' })} />
          ))}
        </span>
      }
      action={<Button onClick={list.clear}>{t.clearFilters}</Button>}
    />
  ) : (
    <EmptyState {...empty} />
  )
  // The address asked for something that cannot be answered, which trying again would not change.
  const refused = list.error instanceof ApiRefusal && list.error.code === 422 ? list.error.msg : undefined
  const failed = refused ? (
    <EmptyState kind="filtered" title={refused} action={<Button onClick={list.clear}>{t.clearFilters}</Button>} />
  ) : (
    <ErrorState error={list.error} onRetry={list.reload} />
  )
  const nothing = list.error && list.rows.length === 0 ? failed : bare
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears only whether the focus is in it
    <section
      ref={section}
      className="weft-list"
      tabIndex={-1}
      aria-busy={list.first}
      aria-label={subject}
      onFocus={() => (held.current = true)}
      onBlur={() => (held.current = false)}
    >
      <SlowProgress active={list.fetching && !list.first} />
      <FilterNames value={nameFilter}>
        <ListToolbar
          list={list}
          settings={settings}
          searchHint={searchHint}
          searchLabel={searchLabel}
          filters={filters}
          actions={actions}
          live={live}
        />
      </FilterNames>
      {list.stale && (
        <Alert
          banner
          type="warning"
          title={t.stale(listTime(list.updated))}
          action={
            <Button size="small" onClick={list.reload}>
              {t.retry}
            </Button>
          }
        />
      )}
      {selection && selection.keys.length > 0 && (
        <div className="weft-list-selection">
          <span role="status">{t.selected(selection.keys.length)}</span>
          {selection.actions}
          <Button type="link" onClick={() => selection.onChange([])}>
            {t.unselect}
          </Button>
        </div>
      )}
      {narrow ? (
        <ListCards
          rows={list.rows}
          columns={columns}
          keyOf={keyOf}
          first={list.first}
          nothing={nothing}
          {...(selection ? { selection } : {})}
          {...(expand ? { expand } : {})}
        />
      ) : (
        <Table<T>
          rowKey={keyOf}
          size={settings.density === 'compact' ? 'small' : 'medium'}
          columns={settings.shown}
          dataSource={list.rows}
          pagination={false}
          scroll={{ x: 'max-content' }}
          locale={{ emptyText: nothing }}
          {...(list.first ? skeletonOf<T>(settings.shown, t.loading) : {})}
          {...(expand && !list.first ? { expandable: expandableOf(expand, t.details) } : {})}
          {...(selection && !list.first
            ? {
                rowSelection: {
                  selectedRowKeys: selection.keys,
                  // Selections on other pages are kept.
                  preserveSelectedRowKeys: true,
                  onChange: (keys) => selection.onChange(keys.map(String)),
                  columnTitle: selectAllTitle,
                  getTitleCheckboxProps: () => ({ 'aria-label': t.selectAll }),
                  getCheckboxProps: (row) => ({
                    'aria-label': selection.labelOf(keyOf(row)),
                    disabled: selection.isSelectable?.(keyOf(row)) === false,
                  }),
                },
              }
            : {})}
        />
      )}
      {list.count > 0 && (
        <div className="weft-list-foot">
          <span>{(list.filtered || capped) && list.count > countedTo ? t.totalAbove(grouped(countedTo)) : t.total(list.count)}</span>
          <nav aria-label={t.pages(subject)}>
            <Pagination
              current={list.page}
              pageSize={PAGE_SIZE}
              total={list.count}
              hideOnSinglePage
              showSizeChanger={false}
              showLessItems={narrow}
              onChange={(page) => list.show({ page })}
            />
          </nav>
        </div>
      )}
    </section>
  )
}

/** Names what a list is narrowed by, and takes it away. */
function Narrowed({ words, onRemove }: { words: string; onRemove: () => void }) {
  const t = useText(text)
  return (
    <Button size="small" icon={<CloseOutlined aria-hidden />} iconPlacement="end" aria-label={t.removeFilter(words)} onClick={onRemove}>
      {words}
    </Button>
  )
}

/** Returns the real header over rows of grey bars, shown until the first answer. */
function skeletonOf<T>(columns: ListColumn<T>[], label: string) {
  return {
    rowKey: 'skeleton',
    dataSource: Array.from({ length: SKELETON_ROWS }, (_, at) => ({ skeleton: at }) as T),
    columns: columns.map(({ key, title, width, align }, at) => ({
      key,
      title,
      ...(width === undefined ? {} : { width }),
      ...(align === undefined ? {} : { align }),
      render: (_: unknown, __: T, index: number) => (
        <span className="weft-bar" {...(at === 0 && index === 0 ? { role: 'status', 'aria-label': label } : {})} />
      ),
    })),
  }
}
