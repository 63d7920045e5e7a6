import { auditActionNames, auditAreaNames, type Language, type OperationRecord } from '@weft/contract'
import { language, useText } from '../i18n/use-text.ts'
import type { ListColumn } from '../list/column.ts'
import type { Expand } from '../list/expand.tsx'
import { absoluteTime } from '../parts/time.ts'
import * as text from './operation-columns.text.ts'
import './operation-columns.css'
import { OperationDiff } from './OperationDiff.tsx'

/** A row of a list of operations. */
export interface OperationRow extends OperationRecord {
  key: string
  /** It is the first of its day in the list. */
  first: boolean
}

/** Returns operations as rows of a list, of which the first of each day names the day. */
export const operationRows = (records: readonly OperationRecord[]): OperationRow[] =>
  records.map((record, at) => ({
    ...record,
    key: `${record.create_time} ${at}`,
    first: at === 0 || dayOf(records[at - 1]!) !== dayOf(record),
  }))

const dayOf = ({ create_time }: OperationRecord) => absoluteTime(create_time).slice(0, 10)

/** Returns the name of an action; an action from an older version may have no name left and is shown as stored. */
const actionName = (action: string, spoken: Language): string =>
  Object.hasOwn(auditActionNames, action) ? auditActionNames[action as keyof typeof auditActionNames][spoken] : action

/** Returns the details of an operation's row: its values before and after, and where it came from. */
export function useOperationDetails(): Expand<OperationRow> {
  const t = useText(text)
  return { label: ({ message }) => t.valuesOf(message), render: (record) => <OperationDiff record={record} /> }
}

/** Returns the columns of a list of operations. */
export function useOperationColumns(): ListColumn<OperationRow>[] {
  const t = useText(text)
  const spoken = language.use()
  return [
    {
      key: 'time',
      title: t.time,
      card: 'fact',
      render: (_, { create_time, first }) => {
        const shown = absoluteTime(create_time)
        return (
          <time className="operation-time" dateTime={new Date(create_time * 1000).toISOString()} title={shown}>
            {first && <b>{shown.slice(0, 10)}</b>}
            <span className={first ? undefined : 'weft-hidden'}> </span>
            {shown.slice(11)}
          </time>
        )
      },
    },
    {
      key: 'actor',
      title: t.actor,
      card: 'fact',
      render: (_, { actor, actor_kind }) =>
        actor_kind === 'system' ? (
          t.kinds.system
        ) : (
          <>
            {actor} <small className="operation-kind">{t.kinds[actor_kind]}</small>
          </>
        ),
    },
    { key: 'mode', title: t.area, render: (_, { mode }) => auditAreaNames[mode][spoken] },
    {
      key: 'action',
      title: t.action,
      card: 'status',
      render: (_, { action }) => (
        <span className={action.startsWith('delete') ? 'operation-deletion' : undefined}>{actionName(action, spoken)}</span>
      ),
    },
    { key: 'message', title: t.message, pinned: true, card: 'title', className: 'operation-message', render: (_, { message }) => message },
  ]
}
