import { DownOutlined } from '@ant-design/icons'
import { Checkbox } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { cellOf, type ListColumn } from './column.ts'
import type { Expand } from './expand.tsx'
import * as text from './list.text.ts'
import type { Selection } from './selection.ts'

interface Props<T> {
  rows: T[]
  columns: ListColumn<T>[]
  keyOf: (row: T) => string
  first: boolean
  nothing: ReactNode
  selection?: Selection
  expand?: Expand<T>
  group?: (row: T) => string
}

/**
 * Shows the rows on a screen too narrow for a table: of each its name, its state, its buttons and a fact or two, in little more than the height
 * of a table's row. The other fields are behind it.
 */
export function ListCards<T>({ rows, columns, keyOf, first, nothing, selection, expand, group }: Props<T>) {
  const t = useText(text)
  const id = useId()
  const at = (place: string) => columns.filter(({ card = 'field' }) => card === place)
  const fields = at('field')
  const chosen = at('fact')
  const [facts, rest] = chosen.length > 0 ? [chosen, fields] : [fields.slice(0, 1), fields.slice(1)]
  const shown = (of: readonly ListColumn<T>[], row: T, index: number) =>
    of.map((column) => ({ key: column.key, title: column.title, shown: cellOf(column, row, index) }))
  const cells = (place: string, row: T, index: number) => shown(at(place), row, index)
  if (first)
    return (
      <ul className="weft-cards">
        {[0, 1, 2].map((bone) => (
          <li key={bone} className="weft-card">
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
          {group && (index === 0 || group(rows[index - 1]!) !== group(row)) && <p className="weft-group weft-card-group">{group(row)}</p>}
          <div className="weft-card-head">
            {selection && (
              <Checkbox
                checked={selection.keys.includes(keyOf(row))}
                disabled={selection.isSelectable?.(keyOf(row)) === false}
                onChange={(event) => mark(keyOf(row), event.target.checked)}
                aria-label={selection.labelOf(keyOf(row))}
              />
            )}
            <div className="weft-card-title" id={`${id}-${index}`}>
              {cells('title', row, index).map(({ key, shown: name }) => (
                <div key={key}>{name}</div>
              ))}
            </div>
            {cells('status', row, index).map(({ key, shown: state }) => (
              <div key={key} className="weft-card-state">
                {state}
              </div>
            ))}
          </div>
          <div className="weft-card-line">
            <div className="weft-card-facts">
              {shown(facts, row, index).map(({ key, title, shown: value }) => (
                <span key={key}>
                  <span className="weft-hidden">{title} </span>
                  {value}
                </span>
              ))}
            </div>
            {cells('actions', row, index).map(({ key, shown: buttons }) => (
              <div key={key} className="weft-card-actions">
                {buttons}
              </div>
            ))}
          </div>
          {rest.length > 0 && (
            <details className="weft-card-rest">
              <summary id={`${id}-${index}-more`} aria-label={t.more} aria-labelledby={`${id}-${index} ${id}-${index}-more`} title={t.more}>
                <DownOutlined aria-hidden />
              </summary>
              <dl className="weft-card-fields">
                {shown(rest, row, index).map(({ key, title, shown: value }) => (
                  <div key={key}>
                    <dt>{title}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            </details>
          )}
          {expand && (expand.has?.(row) ?? true) && <CardMore label={expand.label(row)}>{() => expand.render(row)}</CardMore>}
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
