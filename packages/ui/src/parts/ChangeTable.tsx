import { useText } from '../i18n/use-text.ts'
import * as text from './parts.text.ts'
import './change-table.css'

export interface ChangeRow {
  key: string
  name: string
  /** Says whose value it is, below the name. */
  hint?: string | undefined
  /** One line for each of several things; undefined if there was, or is, no value. */
  before: readonly string[] | undefined
  after: readonly string[] | undefined
}

/** Lists values before and after a change; a column that no row fills is left out. */
export function ChangeTable({ rows }: { rows: readonly ChangeRow[] }) {
  const t = useText(text)
  const sides = (
    [
      ['before', t.changedFrom],
      ['after', t.changedTo],
    ] as const
  ).filter(([side]) => rows.some((row) => row[side]))
  return (
    <table className="change-table">
      <thead>
        <tr>
          <th scope="col">{t.changedField}</th>
          {sides.map(([side, title]) => (
            <th key={side} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">
              {row.name}
              {row.hint !== undefined && <small>{row.hint}</small>}
            </th>
            {sides.map(([side, title]) => (
              <td key={side} data-label={title}>
                <span className="change-value">{row[side]?.join('\n')}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
