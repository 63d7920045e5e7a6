import { PlusOutlined } from '@ant-design/icons'
import { contract, MOST_FOUND } from '@weft/contract'
import { ListTable, PageHeader, storedChoice, useListPage, useText } from '@weft/ui'
import { Alert, Button } from 'antd'
import { useNavigate } from 'react-router'
import { ticketPath } from '../../shared/ticket/ticket-path.ts'
import { ticketColumns } from './ticket-columns.tsx'
import * as text from './ticket.text.ts'
import { useDeleteTicket } from './use-delete-ticket.ts'
import './ticket.css'

/** Stores whether the hint about working hours was closed. */
const hours = storedChoice('ticket-hours', ['shown', 'closed'], 'shown')

export function TicketListPage() {
  const t = useText(text)
  const navigate = useNavigate()
  const tickets = useListPage(contract.supportTickets.list)
  const remove = useDeleteTicket()
  const create = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => void navigate(ticketPath.create)}>
      {t.create}
    </Button>
  )
  return (
    <>
      <PageHeader title={t.title} actions={create} />
      {hours.use() === 'shown' && (
        <Alert
          className="ticket-hours"
          type="info"
          showIcon
          title={t.hours}
          closable={{ 'aria-label': t.closeHours, onClose: () => hours.set('closed') }}
        />
      )}
      <ListTable
        list={tickets}
        name="tickets"
        subject={t.ticket}
        rowKey="ticket_number"
        columns={ticketColumns({ t, onDelete: remove.mutate })}
        searchHint={t.search}
        countedTo={MOST_FOUND}
        empty={{ title: t.emptyTitle, hint: t.emptyText, action: create }}
      />
    </>
  )
}
