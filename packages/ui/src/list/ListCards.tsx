import { Checkbox } from 'antd'
import { type ReactNode, useState } from 'react'
import { cellOf, type ListColumn } from './column.ts'
import type { Expand } from './expand.tsx'
import type { Selection } from './selection.ts'

interface Props<T> {
  rows: T[]
  columns: ListColumn<T>[]
  keyOf: (row: T) => string
  first: boolean
  nothing: ReactNode
  selection?: Selection
  expand?: Expand<T>
}

/** Shows the rows as cards, on a screen too narrow for a table. */
export function ListCards<T>({ rows, columns, keyOf, first, nothing, selection, expand }: Props<T>) {
  const cells = (place: string, row: T, index: number) =>
    columns
      .filter((column) => (column.card ?? 'field') === place)
      .map((column) => ({ key: column.key, title: column.title, shown: cellOf(column, row, index) }))
  if (first)
    return (
      <ul className="weft-cards">
        {[0, 1, 2].map((at) => (
          <li key={at} className="weft-card">
            <span className="weft-bar" />
            <span className="weft-bar" />
            <span className="weft-bar" />
          </li>
        ))}
      </ul>
    )
  if (rows.length === 0) return nothing
  const mark = (key: string, on: boolean) =>
    selection?.onChange(on ? [...selection.keys, key] : selection.keys.filter((one) => one !== key))
  return (
    <ul className="weft-cards">
      {rows.map((row, index) => (
        <li key={keyOf(row)} className="weft-card">
          <div className="weft-card-head">
            {selection && (
              <Checkbox
                checked={selection.keys.includes(keyOf(row))}
                disabled={selection.isSelectable?.(keyOf(row)) === false}
                onChange={(event) => mark(keyOf(row), event.target.checked)}
                aria-label={selection.labelOf(keyOf(row))}
              />
            )}
            <div className="weft-card-title">
              {cells('title', row, index).map(({ key, shown }) => (
                <div key={key}>{shown}</div>
              ))}
            </div>
            {cells('status', row, index).map(({ key, shown }) => (
              <div key={key}>{shown}</div>
            ))}
          </div>
          <dl className="weft-card-fields">
            {cells('field', row, index).map(({ key, title, shown }) => (
              <div key={key}>
                <dt>{title}</dt>
                <dd>{shown}</dd>
              </div>
            ))}
          </dl>
          {expand && (expand.has?.(row) ?? true) && <CardMore label={expand.label(row)}>{() => expand.render(row)}</CardMore>}
          {cells('actions', row, index).map(({ key, shown }) => (
            <div key={key} className="weft-card-actions">
              {shown}
            </div>
          ))}
        </li>
      ))}
    </ul>
  )
}

/** Shows the details of a row on demand; what they need is loaded only then. */
function CardMore({ label, children }: { label: string; children: () => ReactNode }) {
  const [opened, setOpened] = useState(false)
  return (
    <details className="weft-card-more" onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
      <summary>{label}</summary>
      {opened && children()}
    </details>
  )
}
