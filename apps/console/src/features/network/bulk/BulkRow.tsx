import { type BranchField, branchFields, type BranchIssue, type State } from '@weft/contract'
import { StateMark, useText } from '@weft/ui'
import { type ClipboardEvent, type KeyboardEvent, memo } from 'react'
import * as text from './bulk.text.ts'
import { tableOf } from './read-pasted.ts'
import { type RowState, type SheetRow, stateOf } from './sheet-rows.ts'
import { cellId } from './use-sheet-keys.ts'

const marks: Record<RowState, State> = { error: 'failed', skip: 'degraded', warning: 'degraded', good: 'up' }

interface Props {
  /** Begins the ids of the sheet's cells. */
  id: string
  row: SheetRow
  /** Its number, undefined if it does not count. */
  n: number | undefined
  issues: readonly BranchIssue[] | undefined
  /** True if there is no place left for it. */
  beyond: boolean
  checking: boolean
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  onChange: (key: number, field: BranchField, value: string) => void
  onFill: (key: number, field: BranchField, table: readonly (readonly string[])[]) => void
  onFix: (key: number, issue: BranchIssue) => void
  onRestore: (key: number) => void
}

const none: readonly BranchIssue[] = []

/** Shows one row of the sheet, below 992 px as a card. */
export const BulkRow = memo(function BulkRow({ row, n, issues = none, beyond, checking, ...props }: Props) {
  const t = useText(text)
  const state = stateOf(issues, beyond)
  const words = checking ? t.marks.checking : t.marks[state]
  return (
    <tr className={row.skipped ? 'bulk-row-skipped' : ''}>
      <td className="bulk-n">{n}</td>
      <td className="bulk-mark">
        {n !== undefined && (
          <>
            <StateMark state={checking && state === 'good' ? 'unknown' : marks[state]} size={14} />
            <span className="weft-hidden">{words}</span>
          </>
        )}
      </td>
      {branchFields.map((field) => (
        <Cell
          key={field}
          row={row}
          n={n ?? 0}
          field={field}
          issue={issues.find((issue) => issue.field === field)}
          beyond={beyond && field === 'router_name'}
          {...props}
        />
      ))}
    </tr>
  )
})

interface CellProps extends Omit<Props, 'issues' | 'checking' | 'n'> {
  n: number
  field: BranchField
  issue: BranchIssue | undefined
}

function Cell({ id, row, n, field, issue, beyond, onKeyDown, onChange, onFill, onFix, onRestore }: CellProps) {
  const t = useText(text)
  const own = cellId(id, row.key, field)
  const paste = (event: ClipboardEvent) => {
    const table = tableOf(event.clipboardData.getData('text'))
    // A single cell is pasted as text, at the caret.
    if (table.length === 0 || (table.length === 1 && table[0]!.length === 1)) return
    event.preventDefault()
    onFill(row.key, field, table)
  }
  const restores = field === 'router_name' && row.skipped
  return (
    <td className={issue ? `bulk-cell bulk-cell-${issue.level}` : 'bulk-cell'} data-label={t.columns[field]}>
      <input
        id={own}
        data-row={row.key}
        data-field={field}
        className={field === 'router_name' || field === 'prefix' ? 'bulk-input weft-mono' : 'bulk-input'}
        aria-label={t.cell(t.columns[field], n)}
        aria-invalid={issue?.level === 'error'}
        aria-describedby={issue || beyond ? `${own}-problem` : undefined}
        autoComplete="off"
        spellCheck={false}
        readOnly={row.skipped}
        value={row[field]}
        onChange={({ target }) => onChange(row.key, field, target.value)}
        onKeyDown={onKeyDown}
        onPaste={paste}
      />
      {issue && (
        <div id={`${own}-problem`} className="bulk-problem">
          <span>{issue.text}</span>
          {issue.fix && (
            <button type="button" className="bulk-fix" onClick={() => onFix(row.key, issue)}>
              {issue.fix.label}
            </button>
          )}
        </div>
      )}
      {beyond && !issue && !restores && (
        <div id={`${own}-problem`} className="bulk-problem">
          <span>{t.noPlace}</span>
        </div>
      )}
      {restores && (
        <div className="bulk-problem">
          <span>{t.isSkipped}</span>
          <button type="button" className="bulk-fix" onClick={() => onRestore(row.key)}>
            {t.restore}
          </button>
        </div>
      )}
    </td>
  )
}
