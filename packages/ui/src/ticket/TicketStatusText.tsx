import type { Ticket, TicketStatus } from '@weft/contract'
import { Tag } from 'antd'
import { useText } from '../i18n/use-text.ts'
import { StatusDot, type StatusKind } from '../parts/StatusDot.tsx'
import * as text from './ticket.text.ts'
import './ticket.css'

const kinds: Record<TicketStatus, StatusKind> = { 1: 'pending', 2: 'running', 3: 'disabled' }

/** Shows the status of a ticket in words. */
export function TicketStatusText({ ticket: { ticket_status, appraised } }: { ticket: Pick<Ticket, 'ticket_status' | 'appraised'> }) {
  const t = useText(text)
  return (
    <span className="weft-ticket-status">
      <StatusDot kind={kinds[ticket_status]} text={t.statuses[ticket_status]} />
      {appraised === 1 && <Tag>{t.appraised}</Tag>}
    </span>
  )
}
