import { type AccountInfo, type CustomerTicket, type Language, TICKET_KEPT_DAYS, ticketTypeNames } from '@weft/contract'
import { CopyText, type ListColumn, Nothing, TimeText } from '@weft/ui'
import { Button, Popconfirm } from 'antd'
import { Link } from 'react-router'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { nameOf } from '../../shared/member/name-of.ts'
import { ticketPath } from '../../shared/ticket/ticket-path.ts'
import { TicketCondition } from './TicketCondition.tsx'
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
      width: 176,
      pinned: true,
      render: (_, ticket) => (
        <span className="ticket-number">
          {ticket.no !== null && <span className="weft-mono">{ticket.no}</span>}
          <small>
            <CopyText value={ticket.ticket_number} />
          </small>
        </span>
      ),
    },
    {
      key: 'title',
      title: t.ticketTitle,
      card: 'title',
      render: (_, { ticket_number, ticket_title, fresh, subject }) => (
        <span className={fresh === 1 ? 'ticket-title ticket-title-fresh' : 'ticket-title'}>
          <span className="ticket-dot" aria-hidden="true" />
          <span>
            {fresh === 1 && <span className="weft-hidden">{t.fresh} </span>}
            <Link to={ticketPath.detail(ticket_number)}>{ticket_title}</Link>
            {subject && <small className="ticket-subject">{nameOf(subject)}</small>}
          </span>
        </span>
      ),
    },
    { key: 'status', title: t.status, width: 110, card: 'status', render: (_, ticket) => <TicketCondition ticket={ticket} /> },
    { key: 'kind', title: t.kind, width: 90, render: (_, { ticket_type }) => ticketTypeNames[ticket_type][spoken] },
    { key: 'submitter', title: t.submitter, width: 90, render: (_, { create_name }) => create_name },
    {
      key: 'last',
      title: t.lastReply,
      card: 'fact',
      render: (_, { last_reply }) =>
        last_reply === null ? (
          <Nothing />
        ) : (
          <span className="ticket-last">
            <span>
              {last_reply.from === 'support' ? t.support : last_reply.reply_name}{' '}
              <span className="ticket-hint">
                <TimeText at={last_reply.reply_time} relative />
              </span>
            </span>
            <span className="ticket-excerpt">{last_reply.excerpt}</span>
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
              description={t.deleteBody(TICKET_KEPT_DAYS)}
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
