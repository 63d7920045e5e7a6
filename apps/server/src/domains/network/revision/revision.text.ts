import { CONFIRM_SECONDS, type Language } from '@weft/contract'

/** The authors of revisions that are no login of the account. */
const authorNames: Record<'operator' | 'system', Record<Language, string>> = {
  operator: { 'zh-CN': '运营商', en: 'Operator' },
  system: { 'zh-CN': '系统', en: 'System' },
}

/** Returns the author of a revision: a login's name, or the operator or the system in the reader's language. */
export const authorOf = (by: { by_kind: 'login' | 'operator' | 'system'; by_name: string | null }, language: Language): string =>
  by.by_kind === 'login' ? (by.by_name ?? '') : authorNames[by.by_kind][language]

/** Returns why a member does not run a revision, if it went back by itself because nobody confirmed it. @param revision the network's */
export const wentBack = (revision: number, language: Language): string =>
  language === 'en'
    ? `Not confirmed in ${CONFIRM_SECONDS} s; the device went back to revision ${revision - 1}`
    : `${CONFIRM_SECONDS} 秒未确认，设备已自动退回版本 ${revision - 1}`
