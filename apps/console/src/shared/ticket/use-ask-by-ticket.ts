import { clauses, confirm, toast, useText } from '@weft/ui'
import { useNavigate } from 'react-router'
import { usePageOpen } from '../page/open-pages.ts'
import * as text from './ask-by-ticket.text.ts'
import { newTicketPath, ticketPath } from './ticket-path.ts'

const PLATFORM = 1

/**
 * Returns a function that tells the user that only the operator can do something, and offers a new ticket with a title to those who may
 * write one. With a reason it begins with that, and opens the ticket in a new tab, because the user is filling in a form.
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
