import { languages, type Language } from '@weft/contract'
import { storedChoice } from '../store/stored.ts'

/** The language of the screen, kept in the browser. */
export const language = storedChoice<Language>('language', languages, 'zh-CN')

/** Texts of a screen; `en: typeof zhCN` makes a missing translation a type error. */
export interface Text<T> {
  zhCN: T
  en: T
}

/** Returns texts in the language of the screen. The texts are in a file next to the screen that shows them. */
export function useText<T>(text: Text<T>): T {
  return language.use() === 'en' ? text.en : text.zhCN
}

/** Returns the same outside of React. */
export const textNow = <T>(text: Text<T>): T => (language.get() === 'en' ? text.en : text.zhCN)
