import { clauses, confirm, toast, useText } from '@weft/ui'
import { useNavigate } from 'react-router'
import { usePageOpen } from '../page/open-pages.ts'
import * as text from './ask-by-ticket.text.ts'
import { newTicketPath, ticketPath } from './ticket-path.ts'

const PLATFORM = 1

/**
 * Returns a function for what the console cannot do itself and the operator does on request: it says so, and offers a new ticket with a
 * title to those who may write one. What is being edited gives a reason: it is said first, and the ticket opens in a new tab, so that
 * nothing is lost.
 */
export function useAskByTicket(): (what: 'upgrade' | 'postpone', title: string, reason?: string) => Promise<void> {
  const t = useText(text)
  const navigate = useNavigate()
  const isOpen = usePageOpen()
  return async (what, title, reason) => {
    const withReason = (words: string) => (reason ? clauses(reason, words) : words)
    if (!isOpen(ticketPath.create)) toast.warning(withReason(t.askOwner(t[what])))
    else if (await confirm({ title: t[what], body: withReason(t[`${what}Body`]), action: t.write })) {
      const ticket = newTicketPath({ type: PLATFORM, title })
      if (reason) window.open(ticket, '_blank', 'noreferrer')
      else void navigate(ticket)
    }
  }
}
