import type { Language } from '@weft/contract'

/** The authors of revisions that are no login of the account. */
export const authorNames: Record<'operator' | 'system', Record<Language, string>> = {
  operator: { 'zh-CN': '运营商', en: 'Operator' },
  system: { 'zh-CN': '系统', en: 'System' },
}
