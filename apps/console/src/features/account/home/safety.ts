import type { AccountInfo } from '@weft/contract'

/** What makes an account safer, in the order in which it is asked for. */
export const safeguards = ['phone', 'email', 'totp'] as const
export type Safeguard = (typeof safeguards)[number]
export type SafetyLevel = 'high' | 'medium' | 'low'
type Facts = Pick<AccountInfo, 'user_phone' | 'user_email' | 'totp'>

/**
 * How safe an account is, and what is missing. Without a phone or e-mail nobody can prove that it is theirs: that is low,
 * whatever else is there.
 */
export function safetyOf({ user_phone, user_email, totp }: Facts): { level: SafetyLevel; missing: Safeguard[] } {
  const there: Record<Safeguard, boolean> = { phone: user_phone !== null, email: user_email !== null, totp: totp === 1 }
  const missing = safeguards.filter((one) => !there[one])
  const level = !there.phone && !there.email ? 'low' : missing.length > 0 ? 'medium' : 'high'
  return { level, missing }
}
