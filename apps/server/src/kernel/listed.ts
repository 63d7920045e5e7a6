/** So many things of a kind a sentence spells out. */
export const SHOWN = 5

/** What a sentence of the log names: the first few, and how many there are. */
export const listed = (texts: readonly string[], { between = '、', unit = '个' } = {}): string =>
  texts.length > SHOWN ? `${texts.slice(0, SHOWN).join(between)} 等 ${texts.length} ${unit}` : texts.join(between)

/** The same behind a word that says what they are; nothing where there is none. */
export const listedAs = (word: string, texts: readonly string[]): string[] => (texts.length > 0 ? [`${word} ${listed(texts)}`] : [])
