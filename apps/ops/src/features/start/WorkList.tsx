import { type DeskStart, START_ROWS, type TicketPriority } from '@weft/contract'
import { type ListColumn, Nothing, TimeText, useText } from '@weft/ui'
import { PagedRows } from '@weft/ui/list/PagedRows.tsx'
import { DetailCard } from '@weft/ui/parts/DetailCard.tsx'
import { useServerNow } from '@weft/ui/time/use-clock.ts'
import { Segmented } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { AccountLink } from '../../shared/account/AccountLink.tsx'
import '../../shared/page/trouble.css'
import { DueMark, PriorityMark } from '../../shared/ticket/TicketMarks.tsx'
import { ticketPath } from '../../shared/ticket/ticket-paths.ts'
import { useOpenOrders, useWaitingTickets } from '../../shared/waiting/use-waiting.ts'
import { workOrderPath } from '../../shared/work-order/work-order-paths.ts'
import * as text from './start.text.ts'

/** Something that an operator should do. */
interface Task {
  key: string
  kind: 'ticket' | 'order'
  title: string
  to: string
  account_number: string
  nickname: string
  /** Until when the customer should have an answer; an order has no such time, and shows when it came. */
  due_time: number | null
  came: number | null
  priority: TicketPriority | null
  assignee: string | null
}

const shown = ['all', 'ticket', 'order'] as const

/** Lists what waits for an operator: tickets by when they are due, then orders by when they came. */
export function WorkList({ start }: { start: DeskStart }) {
  const t = useText(text)
  const [kind, setKind] = useState<(typeof shown)[number]>('all')
  const now = useServerNow(start.time)
  const tasks = tasksOf(start, t.orderOf)
  const [waiting, open] = [useWaitingTickets(), useOpenOrders()]
  const [listedTickets, listedOrders] = [start.tickets.length, start.orders.length]
  // A list that is not full is complete; the counts are asked for apart from it.
  const ticketCount = listedTickets < START_ROWS ? listedTickets : Math.max(listedTickets, waiting?.waiting ?? 0)
  const orderCount = listedOrders < START_ROWS ? listedOrders : Math.max(listedOrders, open ? open.waiting + open.handling : 0)
  const counts = { all: ticketCount + orderCount, ticket: ticketCount, order: orderCount }
  const columns: ListColumn<Task>[] = [
    {
      key: 'item',
      title: t.item,
      card: 'title',
      pinned: true,
      render: (_, { to, title, priority }) => (
        <span className="start-task">
          <Link to={to}>{title}</Link>
          {priority !== null && <PriorityMark priority={priority} />}
        </span>
      ),
    },
    {
      key: 'due',
      title: t.due,
      render: (_, { due_time, came }) =>
        came === null ? (
          <span className="start-task">
            <TimeText at={due_time} /> <DueMark due_time={due_time} now={now} />
          </span>
        ) : (
          <span>
            {t.submitted} <TimeText at={came} />
          </span>
        ),
    },
    {
      key: 'customer',
      title: t.customer,
      render: (_, { nickname, account_number }) => <AccountLink account_number={account_number} name={nickname} />,
    },
    { key: 'kind', title: t.kind, render: (_, task) => t.kinds[task.kind] },
    { key: 'assignee', title: t.assignee, render: (_, { assignee }) => assignee ?? <Nothing /> },
  ]
  return (
    <DetailCard
      title={t.work}
      extra={
        <Segmented
          aria-label={t.kind}
          value={kind}
          options={shown.map((value) => ({
            value,
            label: `${t.kinds[value]} ${counts[value]}`,
          }))}
          onChange={setKind}
        />
      }
    >
      <PagedRows
        rows={tasks.filter((task) => kind === 'all' || task.kind === kind)}
        keyOf={({ key }) => key}
        columns={columns}
        nothing={t.done}
      />
      {counts.all > tasks.length && (
        <p className="trouble-note">
          {t.unlisted(counts.all - tasks.length)} {ticketCount > listedTickets && <Link to={ticketPath.list}>{t.kinds.ticket}</Link>}{' '}
          {orderCount > listedOrders && <Link to={workOrderPath.list}>{t.kinds.order}</Link>}
        </p>
      )}
    </DetailCard>
  )
}

const tasksOf = ({ tickets, orders }: DeskStart, orderOf: (number: string) => string): Task[] => [
  ...tickets.map(
    ({ ticket_number, ticket_title, ...ticket }): Task => ({
      ...ticket,
      key: ticket_number,
      kind: 'ticket',
      title: ticket_title,
      to: ticketPath.detail(ticket_number),
      came: null,
    }),
  ),
  ...orders.map(
    ({ network_ticket_number, account_number, nickname, create_time }): Task => ({
      account_number,
      nickname,
      key: network_ticket_number,
      kind: 'order',
      title: orderOf(network_ticket_number),
      to: workOrderPath.detail(network_ticket_number),
      due_time: null,
      came: create_time,
      priority: null,
      assignee: null,
    }),
  ),
]
