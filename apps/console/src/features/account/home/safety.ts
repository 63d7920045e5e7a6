import type { AccountInfo } from '@weft/contract'

/** The settings that make an account safer, in the order in which they are asked for. */
export const safeguards = ['phone', 'email', 'totp'] as const
export type Safeguard = (typeof safeguards)[number]
/** From the least safe on. */
export const safetyLevels = ['low', 'medium', 'high'] as const
export type SafetyLevel = (typeof safetyLevels)[number]
type Facts = Pick<AccountInfo, 'user_phone' | 'user_email' | 'totp'>

/**
 * Returns how safe an account is, and what is missing. An account without a phone or e-mail is low, whatever else is set up,
 * because its owner cannot prove that it is theirs.
 */
export function safetyOf({ user_phone, user_email, totp }: Facts): { level: SafetyLevel; missing: Safeguard[] } {
  const there: Record<Safeguard, boolean> = { phone: user_phone !== null, email: user_email !== null, totp: totp === 1 }
  const missing = safeguards.filter((one) => !there[one])
  const level = !there.phone && !there.email ? 'low' : missing.length > 0 ? 'medium' : 'high'
  return { level, missing }
}
