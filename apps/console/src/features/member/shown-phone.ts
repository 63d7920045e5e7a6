import type { MemberSummary } from '@weft/contract'

/** A member's phone, masked, with the dial code of another country; null without one. */
export function shownPhone({ phone, area_code }: Pick<MemberSummary, 'phone' | 'area_code'>): string | null {
  return phone && area_code && area_code !== '86' ? `+${area_code} ${phone}` : phone
}
