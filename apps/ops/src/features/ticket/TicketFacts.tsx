import { ticketTypeNames } from '@weft/contract'
import { language, TimeText, useText } from '@weft/ui'
import { Descriptions } from 'antd'
import { AccountLink } from '../../shared/account/AccountLink.tsx'
import * as text from './ticket-page.text.ts'
import * as listText from './ticket.text.ts'
import type { DeskTicket } from './desk-ticket.ts'

/** Shows whose ticket it is, what it is about, and how the customer rated it. */
export function TicketFacts({ ticket }: { ticket: DeskTicket }) {
  const t = useText(text)
  const l = useText(listText)
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
          { key: 'opened', label: t.openedBy, children: ticket.create_name },
          { key: 'kind', label: l.kind, children: ticketTypeNames[ticket.ticket_type][spoken] },
          { key: 'created', label: l.created, children: <TimeText at={ticket.create_time} /> },
          ...(ticket.waiting_since === null
            ? []
            : [{ key: 'wait', label: l.wait, children: <TimeText at={ticket.waiting_since} relative /> }]),
          ...(ticket.appraise
            ? [
                {
                  key: 'rating',
                  label: t.rating,
                  children: (
                    <span className="desk-words">
                      {t.grade(ticket.appraise.grade)} · {ticket.appraise.content}
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
