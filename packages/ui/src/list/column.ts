import type { TableColumnType } from 'antd'

/** A column of a list, which below 992 px becomes a part of a card. */
export interface ListColumn<T> extends Omit<TableColumnType<T>, 'key' | 'title'> {
  key: string
  title: string
  /**
   * Its place on a card: the heading, the state and the buttons next to it, a fact below it, a labelled field behind the card (default), or none.
   * Without a fact the first field is one.
   */
  card?: 'title' | 'status' | 'fact' | 'field' | 'actions' | 'none'
  /** The column cannot be hidden or moved: the thing's name and its buttons. */
  pinned?: boolean
  /** Of a pinned column: what it holds, which the column settings say although it cannot be hidden. */
  holds?: string
}

/** Returns what a column shows for a row, as antd would: a column without a field gets the whole row. */
export function cellOf<T>(column: ListColumn<T>, row: T, index: number): React.ReactNode {
  const value = typeof column.dataIndex === 'string' ? (row as Record<string, unknown>)[column.dataIndex] : row
  return (column.render ? column.render(value, row, index) : value) as React.ReactNode
}
