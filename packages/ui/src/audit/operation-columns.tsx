import { auditActionNames, auditAreaNames, type Language, type OperationRecord, operationValues } from '@weft/contract'
import { language, useText } from '../i18n/use-text.ts'
import type { ListColumn } from '../list/column.ts'
import type { Expand } from '../list/expand.tsx'
import { ChangeTable } from '../parts/ChangeTable.tsx'
import { Nothing } from '../parts/Nothing.tsx'
import { absoluteTime } from '../parts/time.ts'
import { TimeText } from '../parts/TimeText.tsx'
import * as text from './operation-columns.text.ts'
import './operation-columns.css'

/** Returns the name of an action; an action from an older version may have no name left and is shown as stored. */
const actionName = (action: string, spoken: Language): string =>
  Object.hasOwn(auditActionNames, action) ? auditActionNames[action as keyof typeof auditActionNames][spoken] : action

/** Returns the details of an operation's row: its values before and after. */
export function useOperationDetails(): Expand<OperationRecord> {
  const t = useText(text)
  const spoken = language.use()
  return {
    label: ({ message }) => t.valuesOf(message),
    has: ({ values }) => values.length > 0,
    render: (record) => (
      <ChangeTable rows={operationValues(record, spoken, absoluteTime).map((value, at) => ({ ...value, key: String(at) }))} />
    ),
  }
}

/** Returns the columns of a list of operations. */
export function useOperationColumns(): ListColumn<OperationRecord & { key: string }>[] {
  const t = useText(text)
  const spoken = language.use()
  const who: ListColumn<OperationRecord & { key: string }> = {
    key: 'actor',
    title: t.actor,
    render: (_, { actor, actor_kind }) =>
      actor_kind === 'system' ? (
        t.kinds.system
      ) : (
        <>
          {actor} <small className="operation-kind">{t.kinds[actor_kind]}</small>
        </>
      ),
  }
  return [
    { key: 'mode', title: t.area, render: (_, { mode }) => auditAreaNames[mode][spoken] },
    { key: 'action', title: t.action, card: 'status', render: (_, { action }) => actionName(action, spoken) },
    { key: 'message', title: t.message, pinned: true, card: 'title', className: 'operation-message', render: (_, { message }) => message },
    who,
    { key: 'time', title: t.time, render: (_, { create_time }) => <TimeText at={create_time} seconds /> },
    { key: 'address', title: t.address, render: (_, { address }) => address ?? <Nothing /> },
  ]
}
