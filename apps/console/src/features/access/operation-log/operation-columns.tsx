import { auditActionNames, auditAreaNames, type Language, type OperationRecord } from '@weft/contract'
import { type ListColumn, Nothing, TimeText } from '@weft/ui'
import type * as text from './operation-log.text.ts'

interface Parts {
  t: (typeof text)['zhCN']
  spoken: Language
  /** Whether it is known who did it all. */
  ofOne: boolean
}

/** What older programs wrote down may have no name any more. */
const actionName = (action: string, spoken: Language): string =>
  Object.hasOwn(auditActionNames, action) ? auditActionNames[action as keyof typeof auditActionNames][spoken] : action

export function operationColumns({ t, spoken, ofOne }: Parts): ListColumn<OperationRecord & { key: string }>[] {
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
