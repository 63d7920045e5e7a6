import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract, type MemberSummary } from '@weft/contract'
import { ApiRefusal, call, ConfirmByTyping, toast, useText } from '@weft/ui'
import { useState } from 'react'
import { nameAndCode } from '../../../shared/member/name-of.ts'
import { membersChanged } from '../../../shared/member/members-changed.ts'
import * as text from '../member.text.ts'
import { DeletionEffect, useDeletionEffect } from './DeletionEffect.tsx'

interface Props {
  member: Pick<MemberSummary, 'router_name' | 'note'>
  onClose: () => void
  onDone: () => void
}

/** Deletes a member after its serial number or login is typed, and says before what its networks lose. The reason of a refusal stays on screen until the next attempt. */
export function DeleteMemberDialog({ member, onClose, onDone }: Props) {
  const t = useText(text)
  const { router_name } = member
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const found = useDeletionEffect([router_name])
  const remove = useMutation({
    mutationFn: () => call(contract.router.delete, { router_name }, { missing: 'stay' }),
    onMutate: () => setProblem(undefined),
    onSuccess: () => {
      toast.success(t.deleted)
      onDone()
    },
    onError: (error) => {
      if (!(error instanceof ApiRefusal)) return
      setProblem(error.msg)
      // The member was deleted elsewhere meanwhile.
      if (error.code === 204) void membersChanged(queries)
    },
  })
  return (
    <ConfirmByTyping
      title={t.deleteTitle}
      body={t.deleteBody(nameAndCode(member))}
      effect={<DeletionEffect found={found} />}
      name={router_name}
      action={t.delete}
      busy={remove.isPending || found.pending}
      problem={problem ?? found.refusal}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}
