import { type TicketPriority, ticketPriorities, ticketPriorityNames } from '@weft/contract'
import { language, useText } from '@weft/ui'
import './priority-bars.css'
import * as text from './ticket-marks.text.ts'

const URGENT = 4
const BARS = ticketPriorities.slice(0, 3)

/** Shows the priority of a ticket as three bars; of an urgent one they are red. */
export function PriorityBars({ priority }: { priority: TicketPriority }) {
  const t = useText(text)
  const spoken = language.use()
  const name = t.priorityOf(ticketPriorityNames[priority][spoken])
  return (
    <span className={priority === URGENT ? 'desk-bars desk-bars-urgent' : 'desk-bars'} role="img" aria-label={name} title={name}>
      {BARS.map((step) => (
        <i key={step} className={step <= priority ? 'desk-bar-on' : undefined} />
      ))}
    </span>
  )
}
