import { z } from 'zod'
import { dialCodes } from './dial-codes.ts'

/** The dial code that a form starts with (specification 1 §9). */
export const DEFAULT_AREA_CODE = '86'
export const PHONE_MAX = 11
/** Mainland mobile numbers: 1, then 3 to 9, then nine digits (docs/design/domain.md §8). */
const MAINLAND = /^1[3-9]\d{9}$/
/** Everywhere else: what any national number looks like. The server knows each country's plan besides. */
const ELSEWHERE = /^\d{4,14}$/

export interface Phone {
  /** A dial code, without `+`. */
  area_code: string
  /** The national number, digits alone. */
  phone: string
}

export const AreaCode = z.string().refine((code) => dialCodes.has(code), { error: 'format' })

/** Whether a national number fits its dial code. */
export const isPhone = ({ area_code, phone }: Phone): boolean => (area_code === DEFAULT_AREA_CODE ? MAINLAND : ELSEWHERE).test(phone)

/** `+86 13800000000`: how a phone travels in one field and stands in the outbox. */
export const phoneText = ({ area_code, phone }: Phone): string => `+${area_code} ${phone}`

/** Reads `+86 13800000000`, or a bare mainland number. Undefined where it is neither, or the number does not fit. */
export function parsePhone(text: string): Phone | undefined {
  const [, area_code = DEFAULT_AREA_CODE, phone = ''] = /^(?:\+(\d{1,3}) )?(\d{4,14})$/.exec(text.trim()) ?? []
  const parsed = { area_code, phone }
  return dialCodes.has(area_code) && isPhone(parsed) ? parsed : undefined
}

/** One national number, beside a field with its dial code. `isPhone` judges the two together. */
export const PhoneNumber = z
  .string()
  .trim()
  .min(1, 'phoneRequired')
  .regex(/^\d{4,14}$/, 'phone')
