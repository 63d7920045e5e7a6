import { language } from './use-text.ts'

const spoken = <T>(zhCN: T, en: T): T => (language.get() === 'en' ? en : zhCN)

/** Returns what stands between the elements of a list, in the language of the screen, as all functions of this file. */
export const between = (): string => spoken('、', ', ')

/** Returns words as a list: 「甲、乙」 or "a, b". */
export const listed = (words: readonly string[]): string => words.join(between())

/** Returns words with more about them in brackets. */
export const bracketed = (words: string, more: string): string => spoken(`${words}（${more}）`, `${words} (${more})`)

/** Returns parts of one sentence, joined by commas. */
export const clauses = (...parts: readonly string[]): string => parts.join(spoken('，', ', '))

/** Returns several sentences, the last without a full stop. */
export const sentences = (...parts: readonly string[]): string => parts.join(spoken('。', '. '))

/** Returns a term and what is said of it. */
export const defined = (term: string, words: string): string => spoken(`${term}：${words}`, `${term}: ${words}`)
