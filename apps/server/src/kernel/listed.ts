import { type Language, namesOf } from '@weft/contract'

/** How many things of a kind a sentence names. */
export const SHOWN = 5

interface Listing {
  language?: Language
  between?: string
  /** The Chinese measure word of the things. */
  unit?: string
}

/** Returns the first few texts as a sentence of the log lists them, and how many there are where that is more. */
export const listed = (texts: readonly string[], { language = 'zh-CN', between, unit = '个' }: Listing = {}): string =>
  namesOf(texts.slice(0, SHOWN), texts.length, language, unit, between)

/** Returns the same behind a word that says what they are; no text at all where there are none. */
export const listedAs = (word: string, texts: readonly string[], listing: Listing = {}): string[] =>
  texts.length > 0 ? [`${word} ${listed(texts, listing)}`] : []
