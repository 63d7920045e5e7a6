import { useText } from '@weft/ui'
import { FailedPage, WholeFailedPage } from '@weft/ui/frame/FailedPage.tsx'
import { Link } from 'react-router'
import * as text from '../app.text.ts'
import { newTicketPath } from '../../shared/ticket/ticket-path.ts'
import { exists } from '../pages.ts'

/** The kind of ticket that is about the console itself. */
const PLATFORM = 1

/** In place of a page that could not load, or that failed to draw. */
export function ErrorPage() {
  return <FailedPage {...useFailureText()} />
}

/** The same where not even the frame could be drawn. */
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
