import { DEFAULT_AREA_CODE, Email, type Phone, parsePhone } from '@weft/contract'

/** The contacts that a login is bound to. */
export interface Bound {
  area_code: string | null
  phone: string | null
  email: string | null
}

/** Common prefixes of mainland numbers, and common domains of mailboxes. */
const PREFIXES = ['135', '136', '137', '138', '139', '150', '151', '158', '159', '177', '180', '186', '187', '188', '189', '199']
const MAILBOXES = ['qq.com', 'qq.com', 'qq.com', '163.com', '163.com', '126.com', 'foxmail.com', 'gmail.com', 'outlook.com', 'sina.com']
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** Returns the phone that a key of a sign-in name represents, if any. */
function phoneOf(name_key: string): Phone | undefined {
  if (!name_key.startsWith('+')) return parsePhone(name_key)
  // No dial code is the start of another, so at most one of these is a phone.
  return [1, 2, 3].map((length) => parsePhone(`+${name_key.slice(1, 1 + length)} ${name_key.slice(1 + length)}`)).find((phone) => phone)
}

/**
 * Returns contacts for an unknown name, the same ones each time (docs/design/security.md §3). A name that is a phone or an e-mail is among
 * them itself, as with a known name.
 * @param random 32 bytes that only this installation can draw from the name
 */
export function madeUpContacts(random: Buffer, name_key: string): Bound {
  const draw = (index: number, from: string | readonly string[]): string => from[random[index]! % from.length]!
  const email = Email.safeParse(name_key)
  const phone = phoneOf(name_key)
  const kind = random[0]! % 8
  // Most owners register by phone, few have both.
  const [byPhone, byEmail] = [phone !== undefined || (kind < 5 && !email.success) || kind === 7, email.success || kind >= 5]
  const digits = Array.from({ length: 8 }, (_, i) => draw(i + 1, '0123456789')).join('')
  const local = Array.from({ length: 6 }, (_, i) => draw(i + 10, LETTERS)).join('')
  const made = phone ?? { area_code: DEFAULT_AREA_CODE, phone: draw(9, PREFIXES) + digits }
  return {
    area_code: byPhone ? made.area_code : null,
    phone: byPhone ? made.phone : null,
    email: byEmail ? (email.success ? email.data : `${local}@${draw(16, MAILBOXES)}`) : null,
  }
}
