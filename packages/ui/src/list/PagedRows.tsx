import { PAGE_SIZE } from '@weft/contract'
import { Button, Pagination, Table } from 'antd'
import { type ReactNode, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { useNarrow } from '../theme/appearance.ts'
import type { ListColumn } from './column.ts'
import { ListCards } from './ListCards.tsx'
import './list.css'
import * as text from './list.text.ts'
import { selectAllTitle } from './SelectAll.tsx'
import type { Selection } from './selection.ts'

interface Props<T> {
  rows: T[]
  keyOf: (row: T) => string
  columns: ListColumn<T>[]
  nothing: ReactNode
  selection?: Selection
  /** The key of a row that is marked, because it is edited beside the list. */
  marked?: string | undefined
  /** Wraps the rows, for what is loaded for the shown page alone. */
  renderAround?: (shown: T[], rows: ReactNode) => ReactNode
}

/** Shows rows that are all loaded already, one page at a time: as a table, or as cards on a narrow screen. */
export function PagedRows<T extends object>({ rows, keyOf, columns, nothing, selection, marked, renderAround }: Props<T>) {
  const t = useText(text)
  const narrow = useNarrow()
  const [wanted, setWanted] = useState(1)
  const page = Math.min(wanted, Math.max(1, Math.ceil(rows.length / PAGE_SIZE)))
  const shown = rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  const table = narrow ? (
    <ListCards rows={shown} columns={columns} keyOf={keyOf} first={false} nothing={nothing} {...(selection ? { selection } : {})} />
  ) : (
    <Table<T>
      rowKey={keyOf}
      dataSource={shown}
      rowClassName={(row) => (keyOf(row) === marked ? 'weft-row-marked' : '')}
      columns={columns}
      pagination={false}
      scroll={{ x: 'max-content' }}
      locale={{ emptyText: nothing }}
      {...(selection
        ? {
            rowSelection: {
              selectedRowKeys: selection.keys,
              // Selections on other pages are kept.
              preserveSelectedRowKeys: true,
              onChange: (keys) => selection.onChange(keys.map(String)),
              columnTitle: selectAllTitle,
              getTitleCheckboxProps: () => ({ 'aria-label': t.selectAll }),
              getCheckboxProps: (row) => ({ 'aria-label': selection.labelOf(keyOf(row)) }),
            },
          }
        : {})}
    />
  )
  return (
    <>
      {selection && selection.keys.length > 0 && (
        <div className="weft-list-selection weft-paged-selection">
          <span role="status">{t.selected(selection.keys.length)}</span>
          {selection.actions}
          <Button type="link" onClick={() => selection.onChange([])}>
            {t.unselect}
          </Button>
        </div>
      )}
      {renderAround ? renderAround(shown, table) : table}
      <Pagination
        className="weft-paged"
        align="end"
        current={page}
        pageSize={PAGE_SIZE}
        total={rows.length}
        hideOnSinglePage
        showSizeChanger={false}
        showLessItems={narrow}
        onChange={setWanted}
      />
    </>
  )
}
