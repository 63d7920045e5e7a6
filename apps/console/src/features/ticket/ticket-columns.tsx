import { type AccountInfo, type CustomerTicket, type Language, ticketTypeNames } from '@weft/contract'
import { CopyText, type ListColumn, Nothing, TimeText } from '@weft/ui'
import { TicketStatusText } from '@weft/ui/ticket/TicketStatusText.tsx'
import { Button, Popconfirm, Tag } from 'antd'
import { Link } from 'react-router'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { ticketPath } from '../../shared/ticket/ticket-path.ts'
import { ticketRights } from './ticket-rights.ts'
import type * as text from './ticket.text.ts'

interface Options {
  t: (typeof text)['zhCN']
  spoken: Language
  account: AccountInfo
  onDelete: (ticket_number: string) => void
}

/** Returns the columns of the list of tickets. */
export function ticketColumns({ t, spoken, account, onDelete }: Options): ListColumn<CustomerTicket>[] {
  return [
    {
      key: 'number',
      title: t.number,
      width: 168,
      pinned: true,
      render: (_, { ticket_number }) => <CopyText value={ticket_number} />,
    },
    {
      key: 'title',
      title: t.ticketTitle,
      card: 'title',
      render: (_, { ticket_number, ticket_title, fresh }) => (
        <span className="ticket-title">
          <Link to={ticketPath.detail(ticket_number)}>{ticket_title}</Link>
          {fresh === 1 && <Tag color="blue">{t.fresh}</Tag>}
        </span>
      ),
    },
    { key: 'status', title: t.status, width: 130, card: 'status', render: (_, ticket) => <TicketStatusText ticket={ticket} /> },
    { key: 'kind', title: t.kind, width: 90, render: (_, { ticket_type }) => ticketTypeNames[ticket_type][spoken] },
    { key: 'submitter', title: t.submitter, width: 90, render: (_, { create_name }) => create_name },
    {
      key: 'last',
      title: t.lastReply,
      width: 100,
      render: (_, { last_reply }) =>
        last_reply === null ? (
          <Nothing />
        ) : (
          <span className="ticket-last">
            {last_reply.from === 'support' ? t.support : last_reply.reply_name}
            <span className="ticket-hint">
              <TimeText at={last_reply.reply_time} relative />
            </span>
          </span>
        ),
    },
    { key: 'created', title: t.created, width: 148, render: (_, { create_time }) => <TimeText at={create_time} /> },
    {
      key: 'actions',
      title: t.actions,
      width: 104,
      pinned: true,
      card: 'actions',
      render: (_, { ticket_number, ticket_title, own }) => (
        <span className="ticket-actions">
          <Link to={ticketPath.detail(ticket_number)} aria-label={t.viewOf(ticket_title)}>
            {t.view}
          </Link>
          {ticketRights(account, { own }).remove && (
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
          )}
        </span>
      ),
    },
  ]
}
