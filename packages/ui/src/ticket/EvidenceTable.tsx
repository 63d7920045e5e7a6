import type { TicketFact } from '@weft/contract'
import { useText } from '../i18n/use-text.ts'
import * as text from './ticket.text.ts'
import './ticket.css'

/** Shows what was known of a ticket's member when the ticket was opened. */
export function EvidenceTable({ facts }: { facts: readonly TicketFact[] }) {
  const t = useText(text)
  return (
    <dl className="weft-evidence" aria-label={t.evidence}>
      {facts.map(({ name, text: fact }) => (
        <div key={`${name} ${fact}`}>
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}
