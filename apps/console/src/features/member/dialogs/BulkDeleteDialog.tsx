import { useMutation } from '@tanstack/react-query'
import { contract, DELETE_PHRASE, type DeletionRow } from '@weft/contract'
import { ApiRefusal, call, ConfirmByTyping, useText } from '@weft/ui'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import '../batch/batch.css'
import { DeletionRows } from '../batch/DeletionRows.tsx'
import { nameAndCode } from '../../../shared/member/name-of.ts'
import * as memberText from '../member.text.ts'
import * as text from './bulk.text.ts'
import { DeletionEffect, useDeletionEffect } from './DeletionEffect.tsx'

interface Props {
  names: string[]
  onClose: () => void
  /** Called after the deletion; the dialog stays open with the result for each member. */
  onDeleted: () => void
}

/** Deletes several software members after the phrase is typed, then shows the result for each. */
export function BulkDeleteDialog({ names, onClose, onDeleted }: Props) {
  const t = useText(text)
  const m = useText(memberText)
  const [problem, setProblem] = useState<string>()
  const [rows, setRows] = useState<DeletionRow[]>()
  const found = useDeletionEffect(names)
  const remove = useMutation({
    mutationFn: () => call(contract.router.batch_delete, { router_name: names }, { missing: 'stay' }),
    onMutate: () => setProblem(undefined),
    onSuccess: (answer) => {
      setRows(answer)
      onDeleted()
    },
    onError: (error) => error instanceof ApiRefusal && setProblem(error.msg),
  })
  if (rows)
    return (
      <Modal
        open
        width={640}
        title={t.resultTitle}
        onCancel={onClose}
        footer={
          <Button type="primary" onClick={onClose}>
            {m.close}
          </Button>
        }
      >
        <DeletionRows rows={rows} />
      </Modal>
    )
  return (
    <ConfirmByTyping
      title={t.deleteTitle}
      body={
        <>
          {t.deleteBody(names.length)}
          {found.effect && <p>{t.deleteNames(found.effect.members.map(nameAndCode), found.effect.count)}</p>}
        </>
      }
      effect={<DeletionEffect found={found} />}
      name={DELETE_PHRASE}
      action={m.delete}
      busy={remove.isPending || found.pending}
      problem={problem ?? found.refusal}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}
