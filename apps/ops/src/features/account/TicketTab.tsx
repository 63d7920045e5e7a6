import { opsContract, type OutputOf } from '@weft/contract'
import { type ListColumn, ListTable, TimeText, useListPage, useText } from '@weft/ui'
import { TicketStatusText } from '@weft/ui/ticket/TicketStatusText.tsx'
import { Link } from 'react-router'
import { ticketPath } from '../../shared/ticket/ticket-paths.ts'
import * as text from './account-page.text.ts'

type Row = OutputOf<typeof opsContract.tickets.list>['rows'][number]

/** Lists the customer's support tickets. */
export function TicketTab({ account_number }: { account_number: string }) {
  const t = useText(text)
  const list = useListPage<Row>(opsContract.tickets.list, [], { account_number })
  const columns: ListColumn<Row>[] = [
    {
      key: 'title',
      title: t.ticket,
      card: 'title',
      pinned: true,
      render: (_, { ticket_number, ticket_title }) => <Link to={ticketPath.detail(ticket_number)}>{ticket_title}</Link>,
    },
    { key: 'number', title: t.order, render: (_, { ticket_number }) => <span className="weft-mono">{ticket_number}</span> },
    { key: 'state', title: t.state, card: 'status', render: (_, ticket) => <TicketStatusText ticket={ticket} /> },
    { key: 'time', title: t.orderTime, render: (_, { create_time }) => <TimeText at={create_time} /> },
  ]
  return (
    <ListTable
      list={list}
      name="desk-account-tickets"
      subject={t.tabs.tickets}
      rowKey="ticket_number"
      columns={columns}
      empty={{ title: t.noTickets }}
    />
  )
}
