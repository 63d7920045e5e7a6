import { z } from 'zod'
import { parsePhone, phoneText } from './phone.ts'
import { plain, readCode, readEmail } from './reading.ts'

/** The channels by which a code is sent. */
export const channels = ['phone', 'email'] as const
export type Channel = (typeof channels)[number]
export const Channel = z.enum(channels)

/** Life of a code in seconds, and the wrong tries that use it up (docs/design/domain.md §6). */
export const CODE_SECONDS = 600
export const CODE_TRIES = 5
/** Limits on sending codes (docs/design/security.md §3): per target, per login and account, per address of strangers. Kept in the database. */
export const CODE_WAIT_SECONDS = 59
/**
 * Codes a day for one target, counted apart for three kinds of purpose: registration, which strangers ask for, recovery, and requests
 * of signed-in users. Using up one kind leaves the others; a target never gets more than the three together.
 */
export const CODES_PER_TARGET_DAY = 5
/** The most of a target's recovery codes that one network address may use in a day: the rest are for the target's owner. */
export const RECOVERY_CODES_PER_ADDRESS_DAY = 3
/** Codes that a signed-in login may ask for in an hour. */
export const CODES_PER_LOGIN_HOUR = 10
/** Codes in an hour for all strangers at one network address, which may be that of a whole office. */
export const CODES_PER_ADDRESS_HOUR = 30
export const CODES_PER_ACCOUNT_DAY = 50
/** Codes that a network address may have sent in an hour before registration asks for the image code. */
export const CODES_WITHOUT_IMAGE = 3
/** Life of a recovery, and of a session's proof of identity, in seconds. */
export const RECOVERY_SECONDS = 900
export const IDENTITY_SECONDS = 600
/** Seconds for which a sign-in with the password, and the second factor where there is one, proves who makes a sub-account. */
export const SIGN_IN_PROOF_SECONDS = 1800
/** Seconds without a code after which the forms name a contact for help (specification 1 §9). */
export const CODE_HINT_SECONDS = 300

export const EMAIL_MAX = 64
/** Atoms of RFC 5321 with dots between them, and a domain in ASCII whose last label begins with a letter. */
const EMAIL =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/
export const Email = z.string().overwrite(readEmail).min(1, 'emailRequired').max(EMAIL_MAX).regex(EMAIL, 'email')

/** Six digits from a letter or a text message. */
export const VerificationCode = z
  .string()
  .overwrite(readCode)
  .min(1, 'required')
  .length(6, 'exactly.6')
  .regex(/^\d{6}$/, 'format')

/** Returns the name of the sentence for what is wrong with a target of a channel, or undefined. */
export function targetProblem(channel: Channel, target: string): 'phoneRequired' | 'emailRequired' | 'phone' | 'email' | undefined {
  if (plain(target) === '') return channel === 'phone' ? 'phoneRequired' : 'emailRequired'
  if (channel === 'phone') return parsePhone(target) ? undefined : 'phone'
  return Email.safeParse(target).success ? undefined : 'email'
}

/** Returns a phone as `+86 13800000000`, or an e-mail; what is neither stays for `targetProblem`. */
function readTarget(text: string): string {
  const phone = parsePhone(text)
  return phone ? phoneText(phone) : readEmail(text)
}
/** A phone as `+86 13800000000`, or an e-mail; checked by the channel sent with it. */
export const Target = z.string().overwrite(readTarget).max(EMAIL_MAX)

/** The contact that a code proves: the bound one (empty target), or a new one. */
export const verifyTypes = ['verify_phone', 'verify_email', 'app_change_phone'] as const
export const VerifyType = z.enum(verifyTypes)
export type VerifyType = z.output<typeof VerifyType>

/** The states of a letter or text message; a form polls them by its receipt while it waits for the code. */
export const deliveryStates = ['queued', 'sent', 'failed'] as const
/** The receipt of a sent message, with which its state is polled. */
export const Sent = z.object({ receipt: z.string() })
