import { useText } from '@weft/ui'
import type { ReactNode } from 'react'
import { useAccount } from '../shared/account/use-account.ts'
import { ForbiddenPage } from '../features/system/ForbiddenPage.tsx'
import { mayOpen } from './menu.ts'
import type { Page } from './pages.ts'

/** A page, or why it is not for this caller. */
export function Guarded({ page, children }: { page: Page; children: ReactNode }) {
  const account = useAccount()
  const title = useText(page.title)
  return mayOpen(page, account) ? children : <ForbiddenPage feature={title} />
}
