import { useText } from '@weft/ui'
import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { ForbiddenPage } from '../features/system/ForbiddenPage.tsx'
import { useAccount } from '../shared/account/use-account.ts'
import { session } from '../shared/session/session.ts'
import * as text from './app.text.ts'
import { mayOpen } from './menu.ts'
import type { Page } from './pages.ts'

/** Shows a page, or why this caller may not open it. A session from a login link reads beforehand what it cannot do there. */
export function Guarded({ page, children }: { page: Page; children: ReactNode }) {
  const account = useAccount()
  const t = useText(text)
  const title = useText(page.title)
  if (!mayOpen(page, account)) return <ForbiddenPage feature={title} ownerOnly={page.ramHidden === true} />
  const limited = page.credentials && session.get()?.link
  return (
    <>
      {limited && <Alert type="info" showIcon className="console-limited" title={t.linkSession} description={t.linkSessionHint} />}
      {children}
    </>
  )
}
