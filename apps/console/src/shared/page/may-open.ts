import type { AccountInfo } from '@weft/contract'
import { useAccount } from '../account/use-account.ts'

interface PageBook {
  exists(path: string): boolean
  mayOpen(path: string, account: AccountInfo): boolean
}

/** A page that is drawn alone, as in a test, may lead anywhere. */
let book: PageBook = { exists: () => true, mayOpen: () => true }

/** Once, at the app's start: the table of pages. */
export function connectPages(next: PageBook): void {
  book = next
}

const pathOf = (to: string) => to.split('?')[0] ?? to

/** Whether an address leads to a page at all, for links that need no session. */
export const pageExists = (to: string): boolean => book.exists(pathOf(to))

/** Whether who is signed in may open an address; a link to any other is not drawn. */
export function useMayOpen(): (to: string) => boolean {
  const account = useAccount()
  return (to) => book.mayOpen(pathOf(to), account)
}
