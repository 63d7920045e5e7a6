import { useMutation, useQueryClient } from '@tanstack/react-query'
import { opsContract, type TicketPriority, ticketPriorities, ticketPriorityNames } from '@weft/contract'
import { call, language, toast, useText } from '@weft/ui'
import { Select } from 'antd'
import type { DeskTicket } from './desk-ticket.ts'
import * as text from './ticket-page.text.ts'
import { ticketsChanged } from './tickets-changed.ts'

/** Changes the priority of a ticket. The server refuses it if somebody else has changed it meanwhile. */
export function PrioritySelect({ ticket: { ticket_number, priority } }: { ticket: Pick<DeskTicket, 'ticket_number' | 'priority'> }) {
  const t = useText(text)
  const spoken = language.use()
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: (to: TicketPriority) =>
      call(opsContract.tickets.prioritise, { ticket_number, priority: to, seen_priority: priority }, { missing: 'stay' }),
    onSuccess: () => toast.success(t.prioritised),
    onSettled: () => ticketsChanged(queries),
  })
  return (
    <Select<TicketPriority>
      size="small"
      className="desk-priority"
      aria-label={t.priority}
      value={priority}
      loading={change.isPending}
      options={ticketPriorities.map((value) => ({ value, label: ticketPriorityNames[value][spoken] }))}
      onChange={(to) => change.mutate(to)}
    />
  )
}
