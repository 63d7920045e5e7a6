import type { Language } from '../language.ts'

/** A word or a sentence in each language of the product. */
export type Words = Record<Language, string>
export const words = (zh: string, en: string): Words => ({ 'zh-CN': zh, en })

/**
 * What a value is, which decides how it is written: `choice` has a word for each value, `switch` is 1 or 0, `parts` is an object of
 * other fields, `time` is Unix seconds, and `seconds` and `bytes` are counts of that unit.
 */
export type FieldKind =
  | 'text'
  | 'name'
  | 'names'
  | 'address'
  | 'addresses'
  | 'segment'
  | 'port'
  | 'prefixes'
  | 'choice'
  | 'switch'
  | 'parts'
  | 'pop_resource'
  | 'pop_area'
  | 'time'
  | 'seconds'
  | 'bytes'

/** What a field is called, what its values are, and the words of its values. */
export interface Field {
  name: Words
  kind: FieldKind
  values?: Record<string, Words>
  /** Of the kind `parts`: the fields of the object, by key. */
  parts?: Record<string, Field>
}

/** Returns the names of a table's fields in one language, by key. */
export const namesIn = <K extends string>(language: Language, table: Record<K, { name: Words }>): Record<K, string> =>
  wordsIn(language, Object.fromEntries(Object.entries<{ name: Words }>(table).map(([key, { name }]) => [key, name])) as Record<K, Words>)

/** Returns words in one language, by key. */
export const wordsIn = <K extends string | number>(language: Language, words: Record<K, Words>): Record<K, string> =>
  Object.fromEntries(Object.entries<Words>(words).map(([key, word]) => [key, word[language]])) as Record<K, string>
