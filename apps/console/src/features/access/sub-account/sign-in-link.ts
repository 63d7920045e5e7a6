/** Returns the address of the sign-in page for sub-accounts, where only the name before the @ is missing. */
export const signInLink = (domain: string): string =>
  `${location.origin}/login?${new URLSearchParams({ mode: '2', username: `@${domain}` })}`
