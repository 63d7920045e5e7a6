import { z } from 'zod'
import { parsePhone } from './phone.ts'

/** Where a code goes. */
export const channels = ['phone', 'email'] as const
export type Channel = (typeof channels)[number]
export const Channel = z.enum(channels)

/** Life of a code and the wrong tries that use it up (docs/design/domain.md §6). */
export const CODE_SECONDS = 600
export const CODE_TRIES = 5
/** How often codes are sent (docs/design/security.md §3): per target, per client address, per account. Kept in the database. */
export const CODE_WAIT_SECONDS = 59
/**
 * Codes a day for one target, of each of three kinds of purpose apart: registration, which strangers ask for, recovery, and what
 * somebody signed in asks for. Whoever spends one kind leaves the others; a target never gets more than the three together.
 */
export const CODES_PER_TARGET_DAY = 5
/** Codes of a recovery that one network may spend of those of a target in a day: the rest are for its owner. */
export const RECOVERY_CODES_PER_ADDRESS_DAY = 3
export const CODES_PER_ADDRESS_HOUR = 10
export const CODES_PER_ACCOUNT_DAY = 50
/** Codes that an address is sent in an hour before registration asks for the image code. */
export const CODES_WITHOUT_IMAGE = 3
/** Life of a recovery, and of a session's proof of identity, in seconds. */
export const RECOVERY_SECONDS = 900
export const IDENTITY_SECONDS = 600
/** After so long without a code, the forms say whom to ask (specification 1 §9). */
export const CODE_HINT_SECONDS = 300

export const EMAIL_MAX = 64
/** The local part and the domain of RFC 5321, ASCII only; no dot at an edge, none twice. */
const EMAIL = /^(?!\.)(?!.*\.\.)[A-Za-z0-9._%+-]+(?<!\.)@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/
export const Email = z.string().trim().min(1, 'emailRequired').max(EMAIL_MAX).regex(EMAIL, 'email')

/** Six digits from a letter or a text message. */
export const VerificationCode = z
  .string()
  .trim()
  .min(1, 'required')
  .length(6, 'exactly.6')
  .regex(/^\d{6}$/, 'format')

/** What is wrong with a target of a channel: the sentence of the contract, or undefined. */
export function targetProblem(channel: Channel, target: string): 'phoneRequired' | 'emailRequired' | 'phone' | 'email' | undefined {
  if (target.trim() === '') return channel === 'phone' ? 'phoneRequired' : 'emailRequired'
  if (channel === 'phone') return parsePhone(target) ? undefined : 'phone'
  return Email.safeParse(target).success ? undefined : 'email'
}

/** A phone as `+86 13800000000`, or an e-mail; judged by the channel beside it. */
export const Target = z.string().trim().max(EMAIL_MAX)

/** Which contact a code proves: the bound one (empty target), or a new one. */
export const verifyTypes = ['verify_phone', 'verify_email', 'app_change_phone'] as const
export const VerifyType = z.enum(verifyTypes)
export type VerifyType = z.output<typeof VerifyType>

/** How a letter or text message fares: asked for by its receipt, while the form waits for the code. */
export const deliveryStates = ['queued', 'sent', 'failed'] as const
/** The receipt of what was sent, to ask how it fares. */
export const Sent = z.object({ receipt: z.string() })
