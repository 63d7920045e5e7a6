import { branchFields, MAX_BRANCHES } from '@weft/contract'
import { ApiRefusal, ErrorState, StateText, useText } from '@weft/ui'
import { WithSupport } from '@weft/ui/site/WithSupport.tsx'
import { Alert, Button, Checkbox } from 'antd'
import { useId, useMemo, useState } from 'react'
import * as text from './bulk.text.ts'
import { BulkRow } from './BulkRow.tsx'
import { blocks, stateOf } from './sheet-rows.ts'
import type { Bulk } from './use-bulk.ts'
import { useSheetKeys } from './use-sheet-keys.ts'

/** Shows the rows of the sheet, whose cells can be edited, with their problems and what solves them. */
export function BulkSheet({ bulk }: { bulk: Bulk }) {
  const t = useText(text)
  const id = useId()
  const [only, setOnly] = useState(false)
  const { rows, asked, issues, beyond, checking, failed } = bulk
  const numbers = useMemo(() => new Map(asked.map((row, i) => [row.key, i + 1])), [asked])
  const states = new Map(rows.map(({ key }) => [key, stateOf(issues.get(key) ?? [], beyond.has(key))]))
  const bad = rows.filter(({ key }) => states.get(key) !== 'good')
  const blocked = rows.filter(({ key }) => issues.get(key)?.some(blocks)).length
  const good = Math.max(0, asked.length - blocked - beyond.size)
  const shown = only && bad.length > 0 ? bad : rows
  const keys = useSheetKeys({ id, rows: shown, issues, append: bulk.append })
  const { goTo } = keys
  return (
    <>
      <div className="bulk-summary">
        <strong>{t.rows(asked.length)}</strong>
        {checking ? (
          <span className="bulk-help">{t.checking}</span>
        ) : (
          <>
            <StateText state="up">
              <span className="bulk-good">{t.good(good)}</span>
            </StateText>
            {blocked > 0 && (
              <StateText state="failed">
                <span className="bulk-bad">{t.bad(blocked)}</span>
              </StateText>
            )}
            {beyond.size > 0 && (
              <StateText state="degraded">
                <span>{t.beyond(beyond.size)}</span>
              </StateText>
            )}
          </>
        )}
        {bulk.skipped > 0 && <span className="bulk-help">{t.skipped(bulk.skipped)}</span>}
        <span className="bulk-summary-tools">
          {bulk.fixes > 0 && (
            <Button size="small" onClick={bulk.takeFixes}>
              {t.takeAll(bulk.fixes)}
            </Button>
          )}
          {bad.length > 0 && (
            <Checkbox checked={only} onChange={({ target }) => setOnly(target.checked)}>
              {t.onlyProblems}
            </Checkbox>
          )}
        </span>
      </div>
      <p className="weft-hidden" role="status">
        {checking ? '' : t.summary(asked.length, good, blocked, beyond.size)}
      </p>
      {failed &&
        (failed instanceof ApiRefusal ? (
          <Alert className="bulk-alert" type="error" showIcon title={<WithSupport sentence={failed.msg} />} />
        ) : (
          <ErrorState onRetry={bulk.recheck} />
        ))}
      <div className="bulk-scroll">
        <table className={checking ? 'bulk-sheet bulk-sheet-checking' : 'bulk-sheet'} aria-label={t.sheet}>
          <thead>
            <tr>
              <th scope="col">
                <span className="weft-hidden">{t.row}</span>
              </th>
              <th scope="col">
                <span className="weft-hidden">{t.state}</span>
              </th>
              {branchFields.map((field) => (
                <th key={field} scope="col">
                  {t.columns[field]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <BulkRow
                key={row.key}
                id={id}
                row={row}
                n={numbers.get(row.key)}
                issues={issues.get(row.key)}
                beyond={beyond.has(row.key)}
                checking={checking}
                onKeyDown={keys.onKeyDown}
                onChange={bulk.change}
                onFill={bulk.fill}
                onFix={bulk.takeFix}
                onRestore={bulk.restore}
              />
            ))}
          </tbody>
        </table>
        <div className="bulk-below">
          <Button
            type="link"
            size="small"
            disabled={rows.length >= MAX_BRANCHES}
            onClick={() => {
              setOnly(false)
              const key = bulk.append()
              if (key !== undefined) goTo(key, 'note')
            }}
          >
            {t.addRow}
          </Button>
          <Button type="link" size="small" onClick={bulk.clear}>
            {t.clear}
          </Button>
        </div>
      </div>
    </>
  )
}
