import { useMutation, useQueryClient } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { call, toast, useText } from '@weft/ui'
import * as text from './ticket.text.ts'
import { ticketsChanged } from './tickets-changed.ts'

/** Returns the deletion of a ticket; the caller asks for confirmation. @param onDeleted called instead of reading the ticket again */
export function useDeleteTicket(onDeleted?: () => void) {
  const t = useText(text)
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (ticket_number: string) => call(contract.supportTickets.delete, { ticket_number }, { missing: 'stay' }),
    onSuccess: () => {
      toast.success(t.deleted)
      onDeleted?.()
    },
    onSettled: (_, error) => ticketsChanged(queries, { leaving: onDeleted !== undefined && error === null }),
  })
}
