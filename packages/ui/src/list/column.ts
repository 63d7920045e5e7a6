import type { TableColumnType } from 'antd'
import { isValidElement } from 'react'
import { Nothing } from '../parts/Nothing.tsx'
import { Duration, TimeText } from '../parts/TimeText.tsx'

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
  /** The column stays although no row has anything in it: it is expected there. */
  stays?: boolean
  /** Of a pinned column: what it holds, which the column settings say although it cannot be hidden. */
  holds?: string
}

/** Returns what a column shows for a row, as antd would: a column without a field gets the whole row. */
export function cellOf<T>(column: ListColumn<T>, row: T, index: number): React.ReactNode {
  const value = typeof column.dataIndex === 'string' ? (row as Record<string, unknown>)[column.dataIndex] : row
  return (column.render ? column.render(value, row, index) : value) as React.ReactNode
}

const isNone = (value: unknown): boolean => value === null || value === undefined

/** Returns whether a cell shows nothing, or the dash that stands for it. */
function isBlank(cell: React.ReactNode): boolean {
  if (isNone(cell) || cell === '' || typeof cell === 'boolean') return true
  if (!isValidElement<{ at?: unknown; seconds?: unknown }>(cell)) return false
  const { type, props } = cell
  return type === Nothing || (type === TimeText && isNone(props.at)) || (type === Duration && isNone(props.seconds))
}

/** Returns the keys of the columns that have nothing in any of these rows. Pinned ones, and those that stay, are never among them. */
export const blankColumns = <T>(columns: readonly ListColumn<T>[], rows: readonly T[]): string[] =>
  columns
    .filter((column) => !column.pinned && !column.stays && rows.every((row, index) => isBlank(cellOf(column, row, index))))
    .map(({ key }) => key)
