import { auditActionNames, auditAreaNames, type Language, type OperationRecord } from '@weft/contract'
import { language, useText } from '../i18n/use-text.ts'
import type { ListColumn } from '../list/column.ts'
import { Nothing } from '../parts/Nothing.tsx'
import { TimeText } from '../parts/TimeText.tsx'
import * as text from './operation-columns.text.ts'
import './operation-columns.css'

/** Returns the name of an action; an action from an older version may have no name left and is shown as stored. */
const actionName = (action: string, spoken: Language): string =>
  Object.hasOwn(auditActionNames, action) ? auditActionNames[action as keyof typeof auditActionNames][spoken] : action

/** Returns the columns of a list of operations. @param ofOne whether the list is known to be about one person */
export function useOperationColumns(ofOne = false): ListColumn<OperationRecord & { key: string }>[] {
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
    ...(ofOne ? [] : [who]),
    { key: 'time', title: t.time, render: (_, { create_time }) => <TimeText at={create_time} /> },
    { key: 'address', title: t.address, render: (_, { address }) => address ?? <Nothing /> },
  ]
}
