import { useMutation } from '@tanstack/react-query'
import { contract, type NetworkSummary } from '@weft/contract'
import { call, ConfirmByTyping, toast, useText } from '@weft/ui'
import * as text from '../network.text.ts'

interface Props {
  network: Pick<NetworkSummary, 'network_number' | 'network_name' | 'member_count'>
  onClose: () => void
  onDeleted: () => void
}

export function DeleteNetworkDialog({ network, onClose, onDeleted }: Props) {
  const t = useText(text)
  const remove = useMutation({
    mutationFn: () => call(contract.network.delete, { network_number: network.network_number }, { missing: 'stay' }),
    onSuccess: () => {
      toast.success(t.deleted)
      onDeleted()
    },
  })
  return (
    <ConfirmByTyping
      title={t.deleteTitle}
      body={t.deleteBody(network.member_count)}
      name={network.network_name}
      action={t.delete}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  )
}
