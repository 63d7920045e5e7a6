import { RightOutlined } from '@ant-design/icons'
import type { TableProps } from 'antd'
import type { ReactNode } from 'react'

/** Details of a row. */
export interface Expand<T> {
  /** The name of the button that shows them: 「{row} 的详情」. */
  label: (row: T) => string
  render: (row: T) => ReactNode
  /** Whether a row has details; every row has some if this is left out. */
  has?: (row: T) => boolean
}

/** Returns the same for a table: a column of buttons that name their row. @param title of the column, for screen readers */
export const expandableOf = <T,>(
  { label, render, has = () => true }: Expand<T>,
  title: string,
): NonNullable<TableProps<T>['expandable']> => ({
  columnTitle: <span className="weft-hidden">{title}</span>,
  expandedRowRender: render,
  rowExpandable: has,
  expandIcon: ({ expanded, expandable, onExpand, record }) =>
    expandable && (
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
