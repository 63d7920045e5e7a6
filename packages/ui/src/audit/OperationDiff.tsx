import { type OperationRecord, operationValues, type SaidValue } from '@weft/contract'
import { language, useText } from '../i18n/use-text.ts'
import { absoluteTime } from '../parts/time.ts'
import * as text from './operation-columns.text.ts'
import './operation-diff.css'

type Side = 'before' | 'after'
const other = { before: 'after', after: 'before' } as const

/** Shows the values of an operation before and after it, side by side: what is gone is struck, what is new is marked. What was made or removed has one side. */
export function OperationDiff({ record }: { record: OperationRecord }) {
  const t = useText(text)
  const values = operationValues(record, language.use(), absoluteTime)
  const sides = (['before', 'after'] as const).filter((side) => values.some((value) => value[side] !== undefined))
  return (
    <div className="operation-diff">
      {sides.length > 0 && (
        <div className="operation-sides">
          {sides.map((side) => (
            <div key={side} role="group" aria-label={t[side]}>
              <p>{t[side]}</p>
              <dl>
                {values.map((value, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- values have no name of their own and never move
                  <div key={at}>
                    <dt>
                      {value.name}
                      {value.hint !== undefined && <small>{value.hint}</small>}
                    </dt>
                    <dd>
                      <Lines value={value} side={side} />
                    </dd>
                  </div>
                ))}
              </dl>
            </div>
          ))}
        </div>
      )}
      <p className="operation-source">
        {t.source} {record.address ?? t.noSource}
      </p>
    </div>
  )
}

function Lines({ value, side }: { value: SaidValue; side: Side }) {
  const there = new Set(value[other[side]])
  // Where one side alone has values, all of them are new, or gone, and no mark tells more.
  const marked = value.before !== undefined && value.after !== undefined
  const Mark = side === 'before' ? 'del' : 'ins'
  return (value[side] ?? []).map((line) => <span key={line}>{marked && !there.has(line) ? <Mark>{line}</Mark> : line}</span>)
}
