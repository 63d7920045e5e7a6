import type { Ticket } from '@weft/contract'
import { CopyText, type ListColumn, TimeText } from '@weft/ui'
import { TicketStatusText } from '@weft/ui/ticket/TicketStatusText.tsx'
import { Button, Popconfirm } from 'antd'
import { Link } from 'react-router'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { ticketPath } from '../../shared/ticket/ticket-path.ts'
import type * as text from './ticket.text.ts'

interface Options {
  t: (typeof text)['zhCN']
  onDelete: (ticket_number: string) => void
}

export function ticketColumns({ t, onDelete }: Options): ListColumn<Ticket>[] {
  return [
    {
      key: 'number',
      title: t.number,
      width: 200,
      pinned: true,
      render: (_, { ticket_number }) => <CopyText value={ticket_number} />,
    },
    {
      key: 'title',
      title: t.ticketTitle,
      card: 'title',
      render: (_, { ticket_number, ticket_title }) => <Link to={ticketPath.detail(ticket_number)}>{ticket_title}</Link>,
    },
    { key: 'status', title: t.status, width: 180, card: 'status', render: (_, ticket) => <TicketStatusText ticket={ticket} /> },
    { key: 'created', title: t.created, width: 180, render: (_, { create_time }) => <TimeText at={create_time} /> },
    {
      key: 'actions',
      title: t.actions,
      width: 140,
      pinned: true,
      card: 'actions',
      render: (_, { ticket_number, ticket_title }) => (
        <span className="ticket-actions">
          <Link to={ticketPath.detail(ticket_number)} aria-label={t.viewOf(ticket_title)}>
            {t.view}
          </Link>
          <Popconfirm
            title={t.deleteAsk}
            okText={t.delete}
            cancelText={t.cancel}
            okButtonProps={{ danger: true }}
            getPopupContainer={popupContainer}
            onConfirm={() => onDelete(ticket_number)}
          >
            <Button type="link" danger aria-label={t.deleteOf(ticket_title)}>
              {t.delete}
            </Button>
          </Popconfirm>
        </span>
      ),
    },
  ]
}
