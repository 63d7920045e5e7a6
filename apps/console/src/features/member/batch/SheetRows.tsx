import { ExclamationCircleFilled } from '@ant-design/icons'
import { type ListColumn, Nothing, useNarrow, useText } from '@weft/ui'
import { PagedRows } from '@weft/ui/list/PagedRows.tsx'
import { Switch } from 'antd'
import { useState } from 'react'
import * as text from './batch.text.ts'
import type { SheetRow } from './sheet-rows.ts'

/** Shows rows of a list of members to add, with every problem next to its cell. */
export function SheetRows({ rows }: { rows: SheetRow[] }) {
  const t = useText(text)
  const narrow = useNarrow()
  const bad = rows.filter(({ problems }) => problems.length > 0)
  const [onlyBad, setOnlyBad] = useState(true)
  const column = (key: string, title: string, shown: (row: SheetRow) => string, ...fields: string[]): ListColumn<SheetRow> => ({
    key,
    title,
    render: (_, row) => (
      <>
        <span className={`batch-${key}`}>{shown(row) || <Nothing />}</span>
        <Problems row={row} fields={fields} />
      </>
    ),
  })
  const columns: ListColumn<SheetRow>[] = [
    { key: 'row', title: t.row, card: 'title', width: 64, render: (_, { row }) => (narrow ? <strong>{t.rowOf(row)}</strong> : row) },
    // A password is never shown: problems with it, or with the whole row, are shown next to the name.
    column('username', t.username, ({ username }) => username, 'username', 'password', ''),
    column('phone', t.phone, ({ area_code, phone }) => (phone && area_code ? `+${area_code} ${phone}` : phone), 'phone', 'area_code'),
    column('note', t.note, ({ note }) => note, 'note'),
  ]
  return (
    <>
      {bad.length > 0 && bad.length < rows.length && (
        <label className="batch-filter">
          <Switch size="small" checked={onlyBad} onChange={setOnlyBad} />
          {t.onlyBad}
        </label>
      )}
      <PagedRows rows={bad.length > 0 && onlyBad ? bad : rows} keyOf={({ row }) => String(row)} columns={columns} nothing={null} />
    </>
  )
}

function Problems({ row: { row, problems }, fields }: { row: SheetRow; fields: string[] }) {
  const t = useText(text)
  return problems
    .filter(({ field }) => fields.includes(field))
    .map(({ field, msg }) => (
      <span key={field + msg} className="batch-problem">
        <ExclamationCircleFilled aria-hidden />
        <span>
          <span className="weft-hidden">{t.rowProblem(row)}</span>
          {msg}
        </span>
      </span>
    ))
}
