import type { MemberSummary } from '@weft/contract'

/** Returns a member's masked phone, with the dial code of another country; null if it has none. */
export function shownPhone({ phone, area_code }: Pick<MemberSummary, 'phone' | 'area_code'>): string | null {
  return phone && area_code && area_code !== '86' ? `+${area_code} ${phone}` : phone
}
