import { type ReactNode, useCallback } from 'react'
import { useAccount } from '../../shared/account/use-account.ts'
import { OpenPages } from '../../shared/page/open-pages.ts'
import { mayOpen } from '../menu.ts'
import { pageAt } from '../pages.ts'

/** Lets features draw links only to pages that exist and that the signed-in user may open. */
export function OpenPagesOfAccount({ children }: { children: ReactNode }) {
  const account = useAccount()
  const isOpen = useCallback(
    (path: string) => {
      const page = pageAt(path)
      return page !== undefined && mayOpen(page, account)
    },
    [account],
  )
  return <OpenPages value={isOpen}>{children}</OpenPages>
}
