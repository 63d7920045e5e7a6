import { DEFAULT_AREA_CODE, Email, type Phone, parsePhone } from '@weft/contract'

/** What a login is bound to. */
export interface Bound {
  area_code: string | null
  phone: string | null
  email: string | null
}

/** Where mainland numbers and public mailboxes begin and end, the common ones. */
const PREFIXES = ['135', '136', '137', '138', '139', '150', '151', '158', '159', '177', '180', '186', '187', '188', '189', '199']
const MAILBOXES = ['qq.com', 'qq.com', 'qq.com', '163.com', '163.com', '126.com', 'foxmail.com', 'gmail.com', 'outlook.com', 'sina.com']
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/** The phone that a key of a sign-in name stands for, if any. */
function phoneOf(name_key: string): Phone | undefined {
  if (!name_key.startsWith('+')) return parsePhone(name_key)
  // No dial code begins another, so at most one of these is a phone.
  return [1, 2, 3].map((length) => parsePhone(`+${name_key.slice(1, 1 + length)} ${name_key.slice(1 + length)}`)).find((phone) => phone)
}

/**
 * Contacts of a name that nobody has, the same ones each time (docs/design/security.md §3). A name that is a phone or an e-mail has itself
 * among them, as somebody's would.
 * @param random 32 bytes that only this installation can draw from the name
 */
export function madeUpContacts(random: Buffer, name_key: string): Bound {
  const draw = (index: number, from: string | readonly string[]): string => from[random[index]! % from.length]!
  const email = Email.safeParse(name_key)
  const phone = phoneOf(name_key)
  const kind = random[0]! % 8
  // Most register by phone, few have both.
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
