import { ApiRefusal, ErrorState, NetworkFailure, useText } from '@weft/ui'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { Link, useRouteError } from 'react-router'
import * as text from '../app.text.ts'
import { newTicketPath } from '../../shared/ticket/ticket-path.ts'
import { exists } from '../pages.ts'

/** The kind of ticket that is about the console itself. */
const PLATFORM = 1

const newReference = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()

const reload = () => location.reload()

/** In place of a page that could not load, or that failed to draw. */
export function ErrorPage() {
  const error = useRouteError()
  // A session that ended leaves for the sign-in page by itself.
  if (error instanceof ApiRefusal && error.code >= 2000) return null
  if (error instanceof ApiRefusal || error instanceof NetworkFailure) return <ErrorState onRetry={reload} />
  return <BrokenPage error={error} />
}

/** The same where not even the frame could be drawn. */
export function WholeErrorPage() {
  const t = useText(text)
  return (
    <main className="console-failed">
      <h1 className="weft-hidden">{t.failed}</h1>
      <ErrorPage />
    </main>
  )
}

/** With a reference that the browser's console names too. */
function BrokenPage({ error }: { error: unknown }) {
  const t = useText(text)
  const [reference] = useState(newReference)
  useEffect(() => reportError(new Error(`reference ${reference}`, { cause: error })), [reference, error])
  return (
    <div className="console-result">
      <h2>{t.broken}</h2>
      <p>{t.brokenHint(reference)}</p>
      <div className="console-result-buttons">
        <Button type="primary" onClick={reload}>
          {t.reload}
        </Button>
        {exists('/ticket/create') && (
          <Link to={newTicketPath({ type: PLATFORM, title: t.ticketTitle, content: t.ticketLines(reference, location.pathname) })}>
            {t.openTicket}
          </Link>
        )}
      </div>
    </div>
  )
}
