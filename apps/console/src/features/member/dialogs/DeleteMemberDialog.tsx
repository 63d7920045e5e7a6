import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { contract, type MemberSummary } from '@weft/contract'
import { ApiRefusal, asking, call, ConfirmByTyping, toast, useText } from '@weft/ui'
import { useState } from 'react'
import { membersChanged } from '../../../shared/member/members-changed.ts'
import * as text from '../member.text.ts'

interface Props {
  member: Pick<MemberSummary, 'router_name'>
  onClose: () => void
  onDone: () => void
}

/** Deletes a member after its exact name is typed. The reason of a refusal stays on screen until the next attempt. */
export function DeleteMemberDialog({ member: { router_name }, onClose, onDone }: Props) {
  const t = useText(text)
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const { network: networks = [] } = useQuery(asking(contract.router.info, { router_name }, { quiet: true, missing: 'stay' })).data ?? {}
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
      body={
        <>
          {t.deleteBody(router_name)}
          {networks.length > 0 && <p>{t.deleteNetworks(networks.map(({ network_name }) => network_name))}</p>}
        </>
      }
      name={router_name}
      action={t.delete}
      busy={remove.isPending}
      problem={problem}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}
