let taken: string | undefined

/**
 * Takes a login link's token out of the address bar, before any request could carry it in a Referer and before any other
 * script could read it. The address becomes the sign-in page.
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

/** The token that came with the address; asked once. */
export function spendLinkToken(): string | undefined {
  const token = taken
  taken = undefined
  return token
}

/** Whether a login link is waiting to be used. */
export const hasLinkToken = (): boolean => taken !== undefined
