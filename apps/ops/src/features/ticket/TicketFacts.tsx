import { ticketPriorityNames, ticketTypeNames } from '@weft/contract'
import { language, Nothing, TimeText, useText } from '@weft/ui'
import { Descriptions } from 'antd'
import * as marksText from '../../shared/ticket/ticket-marks.text.ts'
import * as text from './ticket-page.text.ts'
import * as listText from './ticket.text.ts'
import type { DeskTicket } from './desk-ticket.ts'

/** Shows who handles a ticket, when its answer is due, and how the customer rated it. */
export function TicketFacts({ ticket }: { ticket: DeskTicket }) {
  const t = useText(text)
  const l = useText(listText)
  const { deletedMark } = useText(marksText)
  const spoken = language.use()
  return (
    <section className="desk-panel" aria-labelledby="ticket-facts">
      <h2 id="ticket-facts">{t.facts}</h2>
      <Descriptions
        column={1}
        size="small"
        items={[
          {
            key: 'assignee',
            label: l.assignee,
            children: ticket.assignee ?? <Nothing />,
          },
          {
            key: 'priority',
            label: t.priority,
            children: ticketPriorityNames[ticket.priority][spoken],
          },
          { key: 'opened', label: t.openedBy, children: ticket.create_name },
          { key: 'kind', label: l.kind, children: ticketTypeNames[ticket.ticket_type][spoken] },
          { key: 'created', label: l.created, children: <TimeText at={ticket.create_time} /> },
          ...(ticket.waiting_since === null
            ? []
            : [{ key: 'wait', label: l.wait, children: <TimeText at={ticket.waiting_since} relative /> }]),
          ...(ticket.due_time === null ? [] : [{ key: 'due', label: t.due, children: <TimeText at={ticket.due_time} /> }]),
          ...(ticket.delete_time === null
            ? []
            : [
                {
                  key: 'deleted',
                  label: deletedMark,
                  children: (
                    <span>
                      {ticket.delete_name} · <TimeText at={ticket.delete_time} />
                    </span>
                  ),
                },
              ]),
          ...(ticket.appraise
            ? [
                {
                  key: 'rating',
                  label: t.rating,
                  children: (
                    <span className="desk-words">
                      {[t.grade(ticket.appraise.grade), ticket.appraise.content].filter(Boolean).join(' · ')}
                    </span>
                  ),
                },
              ]
            : []),
        ]}
      />
    </section>
  )
}
