import { conditionOf, type CustomerTicket, type TicketCondition as Condition } from '@weft/contract'
import { StatusDot, type StatusKind, useText } from '@weft/ui'
import { Tag } from 'antd'
import * as text from './ticket.text.ts'

const kinds: Record<Condition, StatusKind> = { new: 'idle', handling: 'running', yours: 'pending', solved: 'disabled', merged: 'disabled' }

/** Shows how a ticket is, in the customer's words: whose reply it waits for, or how it ended. */
export function TicketCondition({ ticket }: { ticket: Pick<CustomerTicket, 'ticket_status' | 'merged_into' | 'turn' | 'appraised'> }) {
  const t = useText(text)
  const condition = conditionOf(ticket)
  return (
    <span className="ticket-condition">
      <StatusDot kind={kinds[condition]} text={t.conditions[condition]} />
      {ticket.appraised === 1 && <Tag>{t.rated}</Tag>}
    </span>
  )
}
