import { Pagination, Table } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNarrow } from '../theme/appearance.ts'
import type { ListColumn } from './column.ts'
import { ListCards } from './ListCards.tsx'
import './list.css'

const PAGE = 20

interface Props<T> {
  rows: T[]
  keyOf: (row: T) => string
  columns: ListColumn<T>[]
  nothing: ReactNode
}

/** Rows that are all here already, a page at a time: a table, or cards where it is narrow. */
export function PagedRows<T extends object>({ rows, keyOf, columns, nothing }: Props<T>) {
  const narrow = useNarrow()
  const [wanted, setWanted] = useState(1)
  const page = Math.min(wanted, Math.max(1, Math.ceil(rows.length / PAGE)))
  const shown = rows.slice((page - 1) * PAGE, page * PAGE)
  return (
    <>
      {narrow ? (
        <ListCards rows={shown} columns={columns} keyOf={keyOf} first={false} nothing={nothing} />
      ) : (
        <Table<T>
          rowKey={keyOf}
          dataSource={shown}
          columns={columns}
          pagination={false}
          scroll={{ x: 'max-content' }}
          locale={{ emptyText: nothing }}
        />
      )}
      <Pagination
        className="weft-paged"
        align="end"
        current={page}
        pageSize={PAGE}
        total={rows.length}
        hideOnSinglePage
        showSizeChanger={false}
        showLessItems={narrow}
        onChange={setWanted}
      />
    </>
  )
}
