import { toast } from '@weft/ui'
import { useNavigate } from 'react-router'
import { usePageOpen } from '../page/open-pages.ts'
import { newTicketPath, ticketPath } from './ticket-path.ts'

const PLATFORM = 1

/**
 * Returns a function for what the console cannot do itself and the operator does on request: it says so, and opens a new ticket with a title
 * for those who may write one.
 */
export function useAskByTicket(): (words: string, title: string) => void {
  const navigate = useNavigate()
  const isOpen = usePageOpen()
  return (words, title) => {
    toast.warning(words)
    if (isOpen(ticketPath.create)) void navigate(newTicketPath({ type: PLATFORM, title }))
  }
}
