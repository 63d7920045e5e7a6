/** Returns 138****5678; a shorter number keeps its last two digits (docs/design/screens.md §0.4): of eight, seven would show otherwise. */
export const maskPhone = <T extends string | null>(phone: T): T =>
  (phone === null ? null : phone.length >= 10 ? `${phone.slice(0, 3)}****${phone.slice(-4)}` : `****${phone.slice(-2)}`) as T

/** Returns li***@example.com. */
export function maskEmail<T extends string | null>(email: T): T {
  if (email === null) return email
  const at = email.lastIndexOf('@')
  return `${email.slice(0, Math.min(2, at))}***${email.slice(at)}` as T
}

/**
 * Returns l***@…, for a stranger: a company's domain would show that an address is real, and whose it is, and capitals would distinguish a
 * stored address from one that was only typed. Only the first letter or digit of an address shows: anything else would distinguish some
 * stored addresses from made-up ones.
 */
export const maskMailbox = (email: string | null): string =>
  email === null ? '' : `${/[a-z\d]/.exec(email.toLowerCase())?.[0] ?? ''}***@…`
