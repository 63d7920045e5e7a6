import type { Expand } from './expand.tsx'
import type { ListColumn } from './column.ts'

const GROUP = Symbol('group')

/** Returns the name of the group that begins with a row of a table; undefined for a row of the list. */
export const nameOf = (row: object): string | undefined => (row as { [GROUP]?: string })[GROUP]

/** Returns the rows with one more before each group, which has its name. */
export const withGroups = <T extends object>(rows: readonly T[], group: (row: T) => string): T[] =>
  rows.flatMap((row, at) => {
    const own = group(row)
    const before = rows[at - 1]
    return before !== undefined && group(before) === own ? [row] : [{ [GROUP]: own } as unknown as T, row]
  })

/** Returns columns of which the first shows the name of a group over all of them. */
export const underGroups = <T extends object>(columns: readonly ListColumn<T>[]): ListColumn<T>[] =>
  columns.map((column, place) => ({
    ...column,
    onCell: (row) => (nameOf(row) === undefined ? {} : { colSpan: place === 0 ? columns.length : 0, className: 'weft-group' }),
    render: (value, row, index) => {
      const name = nameOf(row)
      if (name !== undefined) return place === 0 && name
      return column.render ? column.render(value, row, index) : value
    },
  }))

/** Returns details of rows that the names of groups do not have. */
export const ofRows = <T extends object>(expand: Expand<T>): Expand<T> => ({
  ...expand,
  has: (row) => nameOf(row) === undefined && (expand.has?.(row) ?? true),
})
