import { PageHeader, useText } from '@weft/ui'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { Link, useRouteError } from 'react-router'
import * as text from '../app.text.ts'
import { exists } from '../pages.ts'

const newReference = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()

/** A page that failed to draw, with a reference that the browser's console names too. */
export function ErrorPage() {
  const t = useText(text)
  const error = useRouteError()
  const [reference] = useState(newReference)
  useEffect(() => reportError(new Error(`reference ${reference}`, { cause: error })), [reference, error])
  return (
    <div className="console-result">
      <PageHeader title={t.broken} />
      <p>{t.brokenHint(reference)}</p>
      <div className="console-result-buttons">
        <Button type="primary" onClick={() => location.reload()}>
          {t.reload}
        </Button>
        {exists('/ticket/create') && <Link to="/ticket/create">{t.openTicket}</Link>}
      </div>
    </div>
  )
}
