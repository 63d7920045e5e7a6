import { z } from 'zod'
import { dialCodes } from './dial-codes.ts'
import { plain } from './reading.ts'

/** The default dial code of a form (specification 1 §9). */
export const DEFAULT_AREA_CODE = '86'
/** Mainland mobile numbers: 1, then 3 to 9, then nine digits (docs/design/domain.md §8). */
const MAINLAND = /^1[3-9]\d{9}$/
/** Other national numbers: any of 4–14 digits. The server also checks each country's numbering plan. */
const ELSEWHERE = /^\d{4,14}$/

export interface Phone {
  /** A dial code, without `+`. */
  area_code: string
  /** The national number, digits alone. */
  phone: string
}

export const AreaCode = z
  .string()
  .overwrite((code) => plain(code).replace(/^\+/, ''))
  .refine((code) => dialCodes.has(code), { error: 'format' })

/** Returns whether a national number fits its dial code. */
export const isPhone = ({ area_code, phone }: Phone): boolean => (area_code === DEFAULT_AREA_CODE ? MAINLAND : ELSEWHERE).test(phone)

/** Returns `+86 13800000000`, the form of a phone in one field and in the outbox. */
export const phoneText = ({ area_code, phone }: Phone): string => `+${area_code} ${phone}`

/** Returns a number without what separates its groups, with `+` before a dial code, also where it was written as `00`. */
export const dialled = (text: string): string =>
  plain(text)
    .replaceAll(/[\s().-]+/g, '')
    .replace(/^00/, '+')

/** Returns a phone as it was typed or pasted in a field next to a dial code: the dial code in the number, if there is one, counts. */
export function readPhone<P extends Phone>(typed: P): P {
  const phone = dialled(typed.phone)
  const digits = phone.startsWith('+') ? phone.slice(1) : ''
  // No dial code is the beginning of another.
  const area_code = [1, 2, 3].map((length) => digits.slice(0, length)).find((code) => dialCodes.has(code))
  return { ...typed, ...(area_code === undefined ? { phone } : { area_code, phone: digits.slice(area_code.length) }) }
}

/** Reads a phone with its dial code, or a bare mainland number. Returns undefined if it is neither, or if the number does not fit. */
export function parsePhone(text: string): Phone | undefined {
  const phone = readPhone({ area_code: DEFAULT_AREA_CODE, phone: text })
  return isPhone(phone) ? phone : undefined
}

/** One number, next to a field with its dial code. `readPhone` reads the two together, and `isPhone` checks them. */
export const PhoneNumber = z
  .string()
  .overwrite(dialled)
  .min(1, 'phoneRequired')
  .regex(/^(\d{4,14}|\+\d{5,17})$/, 'phone')
