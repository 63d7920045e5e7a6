import { Button } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useRouteError } from 'react-router'
import { ApiRefusal, NetworkFailure } from '../api/refusal.ts'
import { useText } from '../i18n/use-text.ts'
import { ErrorState } from '../parts/ErrorState.tsx'
import * as text from './frame.text.ts'

const newReference = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()

const reload = () => location.reload()

/** The texts for a page that failed, with the reference that the browser's console also shows. */
interface FailureText {
  hint: (reference: string) => string
  more?: (reference: string) => ReactNode
}

/** Shows the failure of a page that could not load or be drawn. */
export function FailedPage(failureText: FailureText) {
  const error = useRouteError()
  // A session that ended leaves for the sign-in page by itself.
  if (error instanceof ApiRefusal && error.code >= 2000) return null
  if (error instanceof ApiRefusal || error instanceof NetworkFailure) return <ErrorState error={error} onRetry={reload} />
  return <BrokenPage error={error} {...failureText} />
}

/** Shows the same if even the frame could not be drawn. */
export function WholeFailedPage(failureText: FailureText) {
  const t = useText(text)
  return (
    <main className="frame-failed">
      <h1 className="weft-hidden">{t.failed}</h1>
      <FailedPage {...failureText} />
    </main>
  )
}

function BrokenPage({ error, hint, more }: { error: unknown } & FailureText) {
  const t = useText(text)
  const [reference] = useState(newReference)
  useEffect(() => reportError(new Error(`reference ${reference}`, { cause: error })), [reference, error])
  return (
    <div className="frame-result">
      <h2>{t.broken}</h2>
      <p>{hint(reference)}</p>
      <div className="frame-result-buttons">
        <Button type="primary" onClick={reload}>
          {t.reload}
        </Button>
        {more?.(reference)}
      </div>
    </div>
  )
}
