import { DEFAULT_AREA_CODE, isPhone, type Phone } from '@weft/contract'

/**
 * Returns whether a country's numbering plan knows the number under its dial code, written as that country writes it to be dialled
 * from abroad: a trunk zero that some people type would make two names of one phone. For mainland numbers only the contract's pattern
 * decides (docs/design/domain.md §8); the plans of other countries are loaded with the first of their numbers.
 */
export async function isDialable({ area_code, phone }: Phone): Promise<boolean> {
  if (!isPhone({ area_code, phone })) return false
  if (area_code === DEFAULT_AREA_CODE) return true
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/max')
  const number = parsePhoneNumberFromString(`+${area_code}${phone}`)
  return number !== undefined && number.countryCallingCode === area_code && number.nationalNumber === phone && number.isValid()
}
