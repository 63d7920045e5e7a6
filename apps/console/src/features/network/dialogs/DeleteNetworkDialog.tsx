import { useMutation, useQuery } from '@tanstack/react-query'
import { contract, type NetworkSummary } from '@weft/contract'
import { asking, call, ConfirmByTyping, toast, useText } from '@weft/ui'
import { nameOf } from '../../../shared/member/MemberName.tsx'
import * as text from '../network.text.ts'

interface Props {
  network: Pick<NetworkSummary, 'network_number' | 'network_name' | 'member_count'>
  onClose: () => void
  onDeleted: () => void
}

/** The members that are named; the others are counted. */
const NAMED = 5

/** Asks before a network is deleted: names the members that lose it, and wants its name typed. */
export function DeleteNetworkDialog({ network, onClose, onDeleted }: Props) {
  const t = useText(text)
  const { network_number } = network
  const members = useQuery(asking(contract.network.member, { network_number }, { quiet: true, missing: 'stay' }))
  const names = (members.data ?? []).slice(0, NAMED).map(nameOf)
  const remove = useMutation({
    mutationFn: () => call(contract.network.delete, { network_number }, { missing: 'stay' }),
    onSuccess: () => {
      toast.success(t.deleted)
      onDeleted()
    },
  })
  return (
    <ConfirmByTyping
      title={t.deleteTitle}
      body={
        <>
          <p>{t.deleteBody(network.member_count)}</p>
          {names.length > 0 && <p>{t.deleteLosing(names, members.data?.length ?? names.length)}</p>}
        </>
      }
      name={network.network_name}
      action={t.delete}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}
