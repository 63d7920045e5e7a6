import { DEFAULT_AREA_CODE, Email, parsePhone } from '@weft/contract'

/** The contacts that a login is bound to. */
export interface Bound {
  area_code: string | null
  phone: string | null
  email: string | null
}

/** Common prefixes of mainland numbers. */
const PREFIXES = ['135', '136', '137', '138', '139', '150', '151', '158', '159', '177', '180', '186', '187', '188', '189', '199']
/** No stranger is shown the domain of a mailbox, and nothing is sent to a made-up one. */
const UNSHOWN = 'example.com'
const DIGITS = '0123456789'
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

/**
 * Returns contacts for an unknown name, the same ones each time (docs/design/security.md §3). A name that is a phone or an e-mail is among
 * them itself, as with a known name.
 * @param random 32 bytes that only this installation can draw from the name
 */
export function madeUpContacts(random: Buffer, name_key: string): Bound {
  const draw = (index: number, from: string | readonly string[]): string => from[random[index]! % from.length]!
  const email = Email.safeParse(name_key)
  const phone = parsePhone(name_key)
  const kind = random[0]! % 8
  // Most owners register by phone, few have both.
  const [byPhone, byEmail] = [phone !== undefined || (kind < 5 && !email.success) || kind === 7, email.success || kind >= 5]
  const digits = Array.from({ length: 8 }, (_, i) => draw(i + 1, DIGITS)).join('')
  // A third of the mailboxes have numbers for names, as those of QQ have.
  const local = Array.from({ length: 6 }, (_, i) => draw(i + 10, random[16]! % 3 === 0 ? DIGITS : LETTERS)).join('')
  const made = phone ?? { area_code: DEFAULT_AREA_CODE, phone: draw(9, PREFIXES) + digits }
  return {
    area_code: byPhone ? made.area_code : null,
    phone: byPhone ? made.phone : null,
    email: byEmail ? (email.success ? email.data : `${local}@${UNSHOWN}`) : null,
  }
}
