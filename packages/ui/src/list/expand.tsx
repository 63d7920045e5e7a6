import { RightOutlined } from '@ant-design/icons'
import type { TableProps } from 'antd'
import type { ReactNode } from 'react'

/** Details of a row. */
export interface Expand<T> {
  /** The name of the button that shows them: 「{row} 的详情」. */
  label: (row: T) => string
  render: (row: T) => ReactNode
}

/** Returns the same for a table: a column of buttons that name their row. @param title of the column, for screen readers */
export const expandableOf = <T,>({ label, render }: Expand<T>, title: string): NonNullable<TableProps<T>['expandable']> => ({
  columnTitle: <span className="weft-hidden">{title}</span>,
  expandedRowRender: render,
  expandIcon: ({ expanded, onExpand, record }) => (
    <button
      type="button"
      className={expanded ? 'weft-icon-button weft-expand-open' : 'weft-icon-button'}
      aria-expanded={expanded}
      aria-label={label(record)}
      onClick={(event) => onExpand(record, event)}
    >
      <RightOutlined aria-hidden />
    </button>
  ),
})
