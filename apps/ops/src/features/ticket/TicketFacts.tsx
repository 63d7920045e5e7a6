import { ticketPriorityNames, ticketTypeNames } from '@weft/contract'
import { language, Nothing, TimeText, useText } from '@weft/ui'
import { Descriptions } from 'antd'
import { AccountLink } from '../../shared/account/AccountLink.tsx'
import * as marksText from '../../shared/ticket/ticket-marks.text.ts'
import { AssignButton } from './AssignButton.tsx'
import { PrioritySelect } from './PrioritySelect.tsx'
import * as text from './ticket-page.text.ts'
import * as listText from './ticket.text.ts'
import type { DeskTicket } from './desk-ticket.ts'

/**
 * Shows whose ticket it is, who handles it, when its answer is due, and how the customer rated it.
 * @param may whether the caller may handle it
 */
export function TicketFacts({ ticket, may }: { ticket: DeskTicket; may: boolean }) {
  const t = useText(text)
  const l = useText(listText)
  const { deletedMark } = useText(marksText)
  const spoken = language.use()
  return (
    <section className="desk-panel" aria-label={t.facts}>
      <Descriptions
        column={{ xs: 1, sm: 2, md: 2, lg: 1 }}
        items={[
          {
            key: 'customer',
            label: l.customer,
            children: (
              <span>
                <AccountLink account_number={ticket.account_number} name={ticket.nickname} />
              </span>
            ),
          },
          {
            key: 'assignee',
            label: l.assignee,
            children: (
              <span className="desk-buttons">
                {ticket.assignee ?? <Nothing />}
                {may && <AssignButton ticket={ticket} />}
              </span>
            ),
          },
          {
            key: 'priority',
            label: t.priority,
            children: may ? <PrioritySelect ticket={ticket} /> : ticketPriorityNames[ticket.priority][spoken],
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
