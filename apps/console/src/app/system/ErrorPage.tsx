import { useText } from '@weft/ui'
import { FailedPage, WholeFailedPage } from '@weft/ui/frame/FailedPage.tsx'
import { Link } from 'react-router'
import * as text from '../app.text.ts'
import { newTicketPath } from '../../shared/ticket/ticket-path.ts'
import { exists } from '../pages.ts'

/** The type of tickets about the console itself. */
const PLATFORM = 1

/** Is shown in place of a page that could not be loaded or drawn. */
export function ErrorPage() {
  return <FailedPage {...useFailureText()} />
}

/** Is shown when not even the frame around the page could be drawn. */
export function WholeErrorPage() {
  return <WholeFailedPage {...useFailureText()} />
}

function useFailureText() {
  const t = useText(text)
  const ticket = (reference: string) =>
    newTicketPath({ type: PLATFORM, title: t.ticketTitle, content: t.ticketLines(reference, location.pathname) })
  return {
    hint: t.brokenHint,
    more: (reference: string) => exists('/ticket/create') && <Link to={ticket(reference)}>{t.openTicket}</Link>,
  }
}
