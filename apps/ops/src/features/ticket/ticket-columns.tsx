import { type OutputOf, type opsContract, ticketTypeNames } from '@weft/contract'
import { CopyText, language, type ListColumn, Nothing, TimeText, useText } from '@weft/ui'
import { TicketStatusText } from '@weft/ui/ticket/TicketStatusText.tsx'
import { Link } from 'react-router'
import { AccountLink } from '../../shared/account/AccountLink.tsx'
import { DeletedMark, DueMark, PriorityMark } from '../../shared/ticket/TicketMarks.tsx'
import { ticketPath } from '../../shared/ticket/ticket-paths.ts'
import * as text from './ticket.text.ts'

export type TicketRow = OutputOf<typeof opsContract.tickets.list>['rows'][number]

/** Returns the columns of a list of tickets. @param now in Unix seconds */
export function useTicketColumns(now: number): ListColumn<TicketRow>[] {
  const t = useText(text)
  const spoken = language.use()
  return [
    { key: 'number', title: t.number, width: 168, render: (_, { ticket_number }) => <CopyText value={ticket_number} /> },
    {
      key: 'title',
      title: t.ticketTitle,
      card: 'title',
      pinned: true,
      render: (_, { ticket_number, ticket_title, priority, delete_time }) => (
        <span className="desk-buttons desk-ticket-title">
          <Link to={ticketPath.detail(ticket_number)}>{ticket_title}</Link>
          <PriorityMark priority={priority} />
          <DeletedMark delete_time={delete_time} />
        </span>
      ),
    },
    {
      key: 'customer',
      title: t.customer,
      render: (_, { nickname, account_number }) => <AccountLink account_number={account_number} name={nickname} />,
    },
    { key: 'kind', title: t.kind, width: 100, render: (_, { ticket_type }) => ticketTypeNames[ticket_type][spoken] },
    { key: 'status', title: t.status, width: 130, card: 'status', render: (_, ticket) => <TicketStatusText ticket={ticket} /> },
    { key: 'assignee', title: t.assignee, width: 110, render: (_, { assignee }) => assignee ?? <Nothing /> },
    {
      key: 'wait',
      title: t.wait,
      width: 110,
      render: (_, { waiting_since, due_time }) =>
        waiting_since === null ? (
          <Nothing />
        ) : (
          <span className="desk-buttons">
            <TimeText at={waiting_since} relative />
            <DueMark due_time={due_time} now={now} />
          </span>
        ),
    },
    { key: 'created', title: t.created, width: 148, render: (_, { create_time }) => <TimeText at={create_time} /> },
  ]
}
