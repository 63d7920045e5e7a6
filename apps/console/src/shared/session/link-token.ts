import { onReset } from '@weft/ui/store/module-state.ts'

let taken: string | undefined
onReset(() => (taken = undefined))

/**
 * Removes a login link's token from the address bar, before a request can carry it in a Referer or another script can
 * read it. The address becomes that of the sign-in page.
 */
export function takeLinkToken(): void {
  const query = new URLSearchParams(location.search)
  const token = query.get('token')
  if (!token) return
  taken = token
  query.delete('token')
  const rest = query.toString()
  history.replaceState(null, '', `/login${rest && `?${rest}`}`)
}

/** Returns the token that came with the address, once: later calls return undefined. */
export function spendLinkToken(): string | undefined {
  const token = taken
  taken = undefined
  return token
}

/** Returns whether a login link's token is still unused. */
export const hasLinkToken = (): boolean => taken !== undefined
