/** Returns 138****5678; a shorter number keeps its last two digits (docs/design/screens.md §0.4): of eight, seven would show otherwise. */
export const maskPhone = <T extends string | null>(phone: T): T =>
  (phone === null ? null : phone.length >= 10 ? `${phone.slice(0, 3)}****${phone.slice(-4)}` : `****${phone.slice(-2)}`) as T

/** Returns li***@example.com. */
export function maskEmail<T extends string | null>(email: T): T {
  if (email === null) return email
  const at = email.lastIndexOf('@')
  return `${email.slice(0, Math.min(2, at))}***${email.slice(at)}` as T
}
