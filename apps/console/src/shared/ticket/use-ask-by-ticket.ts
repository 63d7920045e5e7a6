import { confirm, toast, useText } from '@weft/ui'
import { useNavigate } from 'react-router'
import { usePageOpen } from '../page/open-pages.ts'
import * as text from './ask-by-ticket.text.ts'
import { newTicketPath, ticketPath } from './ticket-path.ts'

const PLATFORM = 1

/**
 * Returns a function for what the console cannot do itself and the operator does on request: it says so, and offers a new ticket with a
 * title to those who may write one.
 */
export function useAskByTicket(): (what: 'upgrade' | 'postpone', title: string) => Promise<void> {
  const t = useText(text)
  const navigate = useNavigate()
  const isOpen = usePageOpen()
  return async (what, title) => {
    if (!isOpen(ticketPath.create)) toast.warning(t.askOwner(t[what]))
    else if (await confirm({ title: t[what], body: t[`${what}Body`], action: t.write }))
      void navigate(newTicketPath({ type: PLATFORM, title }))
  }
}
