import { DESK_FOUND, MOST_FOUND, opsContract, ticketPriorities, ticketPriorityNames } from '@weft/contract'
import { language, ListFilter, ListTable, PageHeader, useListPage, useText } from '@weft/ui'
import * as shared from '@weft/ui/ticket/ticket.text.ts'
import { Tag } from 'antd'
import { useState } from 'react'
import { serverSeconds } from '@weft/ui/time/server-time.ts'
import { useWaitingTickets } from '../../shared/waiting/use-waiting.ts'
import * as marksText from '../../shared/ticket/ticket-marks.text.ts'
import { useFresh } from '../../shared/waiting/use-fresh.ts'
import { useTicketColumns } from './ticket-columns.tsx'
import * as text from './ticket.text.ts'
import '../../shared/page/panel.css'
import './ticket.css'

const { list: endpoint } = opsContract.tickets

export function TicketListPage() {
  const t = useText(text)
  const m = useText(marksText)
  const { statuses } = useText(shared)
  const spoken = language.use()
  const tickets = useListPage(endpoint, ['waiting', 'status', 'assignee', 'priority', 'deleted'])
  const [now] = useState(serverSeconds)
  const columns = useTicketColumns(now)
  const waiting = useWaitingTickets()
  useFresh(endpoint, waiting && `${waiting.waiting} ${waiting.overdue}`)
  return (
    <>
      <PageHeader
        title={t.title}
        status={waiting && waiting.overdue > 0 && <Tag color="error">{`${m.overdue} ${waiting.overdue}`}</Tag>}
        meta={<span role="status">{waiting && t.counts(waiting.waiting, waiting.overdue)}</span>}
      />
      <ListTable
        list={tickets}
        name="desk-tickets"
        subject={t.ticket}
        rowKey="ticket_number"
        columns={columns}
        searchHint={t.search}
        countedTo={tickets.search === '' ? MOST_FOUND : DESK_FOUND}
        capped
        filters={
          <>
            <ListFilter list={tickets} name="waiting" label={t.queue} options={[{ value: '1', label: t.queueWaiting }]} />
            <ListFilter
              list={tickets}
              name="status"
              label={t.status}
              options={([1, 2, 3] as const).map((status) => ({ value: String(status), label: statuses[status] }))}
            />
            <ListFilter
              list={tickets}
              name="assignee"
              label={t.assignee}
              options={[
                { value: 'me', label: t.assignedToMe },
                { value: 'none', label: t.assignedToNobody },
              ]}
            />
            <ListFilter
              list={tickets}
              name="priority"
              label={t.priority}
              options={ticketPriorities.map((priority) => ({ value: String(priority), label: ticketPriorityNames[priority][spoken] }))}
            />
            <ListFilter list={tickets} name="deleted" label={t.bin} options={[{ value: '1', label: m.deletedMark }]} />
          </>
        }
        empty={{ title: t.emptyTitle, hint: t.emptyText }}
      />
    </>
  )
}
