import { z } from 'zod'
import { dialCodes } from './dial-codes.ts'

/** The default dial code of a form (specification 1 §9). */
export const DEFAULT_AREA_CODE = '86'
export const PHONE_MAX = 11
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

export const AreaCode = z.string().refine((code) => dialCodes.has(code), { error: 'format' })

/** Returns whether a national number fits its dial code. */
export const isPhone = ({ area_code, phone }: Phone): boolean => (area_code === DEFAULT_AREA_CODE ? MAINLAND : ELSEWHERE).test(phone)

/** Returns `+86 13800000000`, the form of a phone in one field and in the outbox. */
export const phoneText = ({ area_code, phone }: Phone): string => `+${area_code} ${phone}`

/** Reads `+86 13800000000`, or a bare mainland number. Returns undefined if it is neither, or if the number does not fit. */
export function parsePhone(text: string): Phone | undefined {
  const [, area_code = DEFAULT_AREA_CODE, phone = ''] = /^(?:\+(\d{1,3}) )?(\d{4,14})$/.exec(text.trim()) ?? []
  const parsed = { area_code, phone }
  return dialCodes.has(area_code) && isPhone(parsed) ? parsed : undefined
}

/** One national number, next to a field with its dial code. `isPhone` checks the two together. */
export const PhoneNumber = z
  .string()
  .trim()
  .min(1, 'phoneRequired')
  .regex(/^\d{4,14}$/, 'phone')
