/**
 * A sentence is made before the names of its members are read. It holds a mark in place of each: the serial number or login between the
 * two characters with which Unicode sets foreign words apart. They are invisible where a reader leaves them.
 */
const [BEGIN, END] = ['\u2068', '\u2069']
const MARK = new RegExp(`${BEGIN}([^${BEGIN}${END}]+)${END}`, 'g')

/** Returns the mark of a member in a sentence. */
export const marked = (router_name: string): string => `${BEGIN}${router_name}${END}`

/** Returns the members that are marked in texts, each once. */
export const markedIn = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(MARK)].map(([, name]) => name!))),
]

const IN_TEXT = new RegExp(`(\\p{Script=Han}?)${MARK.source}(?=(\\p{Script=Han}?))`, 'gu')
const isLatin = (character: string | undefined) => character !== undefined && /[!-~]/.test(character)

/** Returns a text with each mark replaced by what the member is called, with a space between Chinese and Latin characters. */
export const unmarked = (text: string, called: (router_name: string) => string): string =>
  text.replace(IN_TEXT, (_, before: string, router_name: string, after: string) => {
    const name = called(router_name)
    return `${before}${before && isLatin(name[0]) ? ' ' : ''}${name}${after && isLatin(name.at(-1)) ? ' ' : ''}`
  })
