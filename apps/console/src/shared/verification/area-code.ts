import { AreaCode, isPhone, PhoneNumber, readPhone, type Region, regions } from '@weft/contract'
import { z } from 'zod'

/** The main region of each dial code that several regions share; without this the first by name would be chosen. */
const chief: Record<string, string> = {
  '1': 'US',
  '7': 'RU',
  '39': 'IT',
  '44': 'GB',
  '47': 'NO',
  '61': 'AU',
  '212': 'MA',
  '262': 'RE',
  '290': 'SH',
  '358': 'FI',
  '590': 'GP',
  '599': 'CW',
}

const byCode = new Map(regions.map((region) => [region.value, region]))

/** Returns the region that a dial code selects when the person chose none. */
export const regionOf = (dialCode: string): Region | undefined =>
  byCode.get(chief[dialCode] ?? '') ?? regions.find((region) => region.dialCode === dialCode)

export const regionNamed = (value: string): Region | undefined => byCode.get(value)

/** Reduces a text to lower-case letters and digits, without accents, spaces and signs. */
const bare = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

/**
 * Returns whether a region matches the typed text: its Chinese or English name, its pinyin in full or by initials, or its dial
 * code with or without `+`.
 */
export function matchesRegion(region: Region, typed: string): boolean {
  const wanted = bare(typed)
  if (wanted === '') return true
  if (/^\d+$/.test(wanted)) return region.dialCode.startsWith(wanted)
  const syllables = region.pinyin.split(' ').map(bare)
  const names = [bare(region.CNName), bare(region.name)]
  const spelt = [syllables.join(''), syllables.map(([initial = '']) => initial).join('')]
  return names.some((name) => name.includes(wanted)) || spelt.some((pinyin) => pinyin.startsWith(wanted))
}

/** A phone number as a form holds it. */
export const PhoneValue = z
  .object({ area_code: AreaCode, phone: PhoneNumber })
  .overwrite(readPhone)
  .refine(isPhone, { error: 'phone', path: ['phone'] })
/** The same where the number may be left empty. */
export const OptionalPhoneValue = z
  .object({ area_code: AreaCode, phone: z.string() })
  .overwrite(readPhone)
  .refine((value) => value.phone === '' || isPhone(value), { error: 'phone', path: ['phone'] })
  .optional()
