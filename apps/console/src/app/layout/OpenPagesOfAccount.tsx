import { offerTickets } from '@weft/ui/site/WithSupport.tsx'
import { type ReactNode, useCallback, useEffect } from 'react'
import { useAccount } from '../../shared/account/use-account.ts'
import { OpenPages } from '../../shared/page/open-pages.ts'
import { ticketPath } from '../../shared/ticket/ticket-path.ts'
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
  const address = isOpen(ticketPath.create) ? ticketPath.create : undefined
  useEffect(() => {
    offerTickets(address)
    return () => offerTickets(undefined)
  }, [address])
  return <OpenPages value={isOpen}>{children}</OpenPages>
}
