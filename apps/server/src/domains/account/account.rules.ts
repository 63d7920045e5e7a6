/** 138****5678; a short number keeps its last two digits (screens.md §0.4). */
export const maskPhone = (phone: string | null): string | null =>
  phone === null ? null : phone.length >= 7 ? `${phone.slice(0, 3)}****${phone.slice(-4)}` : `****${phone.slice(-2)}`

/** li***@example.com */
export function maskEmail(email: string | null): string | null {
  if (email === null) return null
  const at = email.lastIndexOf('@')
  return `${email.slice(0, Math.min(2, at))}***${email.slice(at)}`
}
