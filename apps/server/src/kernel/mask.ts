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
 * Returns li***@…, for a stranger: a company's domain would show that an address is real, and whose it is, and capitals would distinguish a
 * stored address from one that was only typed.
 */
export const maskMailbox = (email: string | null): string => (email === null ? '' : `${maskEmail(email).split('@', 1)[0]!.toLowerCase()}@…`)
