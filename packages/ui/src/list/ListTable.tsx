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
import { blankColumns, type ListColumn } from './column.ts'
import { type Expand, expandableOf } from './expand.tsx'
import { nameOf, ofRows, underGroups, withGroups } from './groups.ts'
import { FilterNames, type NamedFilter, type NameFilter } from './filter-names.ts'
import { ListCards } from './ListCards.tsx'
import { ListToolbar } from './ListToolbar.tsx'
import * as text from './list.text.ts'
import { selectAllTitle } from './SelectAll.tsx'
import type { Selection } from './selection.ts'
import { SlowProgress } from './SlowProgress.tsx'
import { useColumnSettings } from './use-column-settings.ts'
import { useListKeys } from './use-list-keys.ts'
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
  /** The few choices that people use all the time: `FilterChips`. They always stand in the toolbar. */
  chips?: ReactNode
  /** The choice of days, which stands in the toolbar even where other filters are behind a button. */
  time?: ReactNode
  /** `ListFilter`s and similar controls. */
  filters?: ReactNode
  /** Business buttons. */
  actions?: ReactNode
  selection?: Selection
  /** Details of a row, shown below it on demand. */
  expand?: Expand<T>
  /** The group of a row, such as its day; rows of one group follow each other below its name. For a list without selection. */
  group?: (row: T) => string
  /** The limit to which the server counts the matches of a search or a filter; no limit if left out. */
  countedTo?: number
  /** The page shows changes by itself and says so: there is nothing to read again. */
  live?: boolean
  /** The limit also applies to the count of the whole list. */
  capped?: boolean
}

const SKELETON_ROWS = 6

/** The arrow keys reach a row. It is no stop of the Tab key: its links and buttons are. */
const focusable = () => ({ tabIndex: -1 })

/**
 * Returns the columns that have nothing in the whole list. They are known where one page shows all of it, which is more than one row; a search or a filter leaves them as
 * they are, so that columns do not come and go while somebody looks for something.
 */
function useBlank<T>({ rows, count, filtered, first }: ListPage<T>, columns: readonly ListColumn<T>[]): readonly string[] {
  const [kept, keep] = useState<readonly string[]>([])
  const known = !first && !filtered && rows.length > 1 && count <= rows.length
  const blank = known ? blankColumns(columns, rows) : kept
  if (blank.join() !== kept.join()) keep(blank)
  return blank
}

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
    group,
    countedTo = Infinity,
    capped = false,
    live = false,
    ...toolbar
  } = props
  const t = useText(text)
  const narrow = useNarrow()
  const settings = useColumnSettings(name, columns, useBlank(list, columns))
  const section = useRef<HTMLElement>(null)
  const held = useRef(false)
  // The focused element may be gone with its row: the list then takes the focus.
  useEffect(() => {
    if (held.current && document.activeElement === document.body) section.current?.focus({ preventScroll: true })
  })
  const keyOf = typeof rowKey === 'function' ? rowKey : (row: T) => String(row[rowKey])
  const [named, setNamed] = useState<Readonly<Record<string, NamedFilter>>>({})
  const nameFilter = useCallback<NameFilter>(
    (filter, told) => setNamed(({ [filter]: _, ...others }) => (told === undefined ? others : { ...others, [filter]: told })),
    [],
  )
  const selected = selection !== undefined && selection.keys.length > 0
  const onKeyDown = useListKeys({
    list: section,
    page: list.page,
    pages: Math.ceil(list.count / PAGE_SIZE),
    onPage: (page) => list.show({ page }),
    onUnselect: selected ? () => selection.onChange([]) : undefined,
  })
  const bare = list.filtered ? (
    <EmptyState
      kind="filtered"
      title={t.noMatch(subject)}
      hint={
        <span className="weft-list-narrowed">
          {list.search !== '' && <Narrowed words={t.searched(list.search)} onRemove={() => list.show({ search: '' })} />}
          {Object.entries(named).map(([filter, { words, clears }]) => (
            <Narrowed key={filter} words={words} onRemove={() => list.show(Object.fromEntries(clears.map((one) => [one, ''])))} />
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
      onKeyDown={onKeyDown}
      onFocus={() => (held.current = true)}
      onBlur={() => (held.current = false)}
    >
      <SlowProgress active={list.fetching && !list.first} />
      <FilterNames value={nameFilter}>
        <ListToolbar list={list} settings={settings} {...toolbar} live={live} covered={selected} chosen={Object.keys(named).length} />
      </FilterNames>
      {selected && (
        <div className="weft-list-selection">
          <span role="status">{t.selected(selection.keys.length)}</span>
          {selection.actions}
          <Button className="weft-list-unselect" aria-label={t.unselect} aria-keyshortcuts="Escape" onClick={() => selection.onChange([])}>
            {t.unselect}{' '}
            <kbd className="weft-key" aria-hidden="true">
              Esc
            </kbd>
          </Button>
        </div>
      )}
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
      {narrow ? (
        <ListCards
          rows={list.rows}
          columns={columns.filter(({ key }) => !settings.blank.includes(key))}
          keyOf={keyOf}
          first={list.first}
          nothing={nothing}
          {...(selection ? { selection } : {})}
          {...(expand ? { expand } : {})}
          {...(group ? { group } : {})}
        />
      ) : (
        <Table<T>
          rowKey={(row) => nameOf(row) ?? keyOf(row)}
          size={settings.density === 'compact' ? 'small' : 'medium'}
          columns={group ? underGroups(settings.shown) : settings.shown}
          dataSource={group ? withGroups(list.rows, group) : list.rows}
          onRow={focusable}
          pagination={false}
          scroll={{ x: 'max-content' }}
          locale={{ emptyText: nothing }}
          {...(list.first ? skeletonOf<T>(settings.shown, t.loading) : {})}
          {...(expand && !list.first ? { expandable: expandableOf(group ? ofRows(expand) : expand, t.details) } : {})}
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
