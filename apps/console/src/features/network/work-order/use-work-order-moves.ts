import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract, type WorkOrderSummary } from '@weft/contract'
import { call, confirm, toast, useText } from '@weft/ui'
import { networksChanged } from '../networks-changed.ts'
import * as text from './work-order.text.ts'

type Subject = Pick<WorkOrderSummary, 'network_ticket_number' | 'network_ticket_status'>

/**
 * Returns functions that cancel and delete orders, each after a question.
 * @param onDeleted called after a deletion, instead of reloading the orders
 */
export function useWorkOrderMoves(onDeleted?: () => void) {
  const t = useText(text)
  const queries = useQueryClient()
  const cancel = useMutation({
    mutationFn: (network_ticket_number: string) => call(contract.workOrders.cancel, { network_ticket_number }, { missing: 'stay' }),
    onSuccess: () => toast.success(t.cancelled),
    onSettled: () => networksChanged(queries),
  })
  const remove = useMutation({
    mutationFn: (network_ticket_number: string) => call(contract.workOrders.delete, { network_ticket_number }, { missing: 'stay' }),
    onSuccess: () => {
      toast.success(t.deleted)
      onDeleted?.()
    },
    onSettled: (_, error) => networksChanged(queries, { leaving: onDeleted !== undefined && error === null }),
  })
  return {
    askCancel: async ({ network_ticket_number, network_ticket_status }: Subject) => {
      const body = network_ticket_status === 3 ? t.cancelCompletedBody : t.cancelBody(network_ticket_number)
      if (await confirm({ title: t.cancelOrder, body, action: t.cancelOrder, cancel: t.keepOrder, danger: true }))
        cancel.mutate(network_ticket_number)
    },
    askDelete: async ({ network_ticket_number }: Subject) => {
      if (await confirm({ title: t.deleteTitle, body: t.deleteAsk, action: t.delete, danger: true })) remove.mutate(network_ticket_number)
    },
  }
}
