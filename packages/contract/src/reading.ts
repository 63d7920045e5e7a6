/**
 * How texts are read that people type and paste: one function for each kind of field, used by the schemas of all calls, by the lists of the
 * bulk sheet and by the console's own comparisons (docs/decisions/123-what-is-pasted-is-read-as-it-looks.md). Each takes a time that grows
 * with the length of the text. Passwords are read by none of them.
 */

/**
 * Returns a text of ASCII characters as a Latin keyboard would write it: full-width forms become plain ones, dashes become hyphens, the
 * Chinese full stop becomes a dot, and characters that show nothing disappear. Each character is normalized by itself, because a run of
 * combining marks is sorted in a time that grows with its square.
 */
export const plain = (text: string): string =>
  visible(
    text
      .replaceAll(/\P{ASCII}/gu, (character) => character.normalize('NFKC'))
      .replaceAll(/[\p{Pd}\u2212]/gu, '-')
      .replaceAll('。', '.'),
  )

const visible = (text: string): string => text.replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '').trim()

/** Returns the address of a page. One with Chinese words keeps its punctuation and dashes, which lead elsewhere in another form. */
export const readUrl = (text: string): string => (/\p{Script=Han}/u.test(text) ? visible(text) : plain(text))

/** Returns a code or a serial number, which people group by blanks. */
export const withoutBlanks = (text: string): string => plain(text).replaceAll(/\s+/g, '')

/** Returns the digits of a code, which messages may group by blanks or hyphens. */
export const readCode = (text: string): string => withoutBlanks(text).replaceAll('-', '')

/** Returns the form in which a search within a page compares names: two that look alike but for width and case are one. */
export const folded = (text: string): string => plain(text).toLowerCase()

/** Characters that show nothing and move nothing; joiners, variants and the tags of flags are judged by what is before them. */
const SHOWS_NOTHING =
  /(?![\p{Variation_Selector}\p{Join_Control}\u202a-\u202e\u2066-\u2069\u{e0020}-\u{e007f}])[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu
/** A joiner that joins nothing: it is neither within an emoji nor within a script whose letters change at a joiner. */
const LONE_JOINER = /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\p{M}\p{Script=Arabic}])\p{Join_Control}/gu
/** Tags that belong to no flag. */
const LONE_TAGS = /(?<![\p{Extended_Pictographic}\u{e0020}-\u{e007f}])[\u{e0020}-\u{e007f}]+/gu

/** Returns whether a character may begin or end a text. The tags that end a flag may, and so may what turns the writing direction. */
const isShown = (character: string): boolean => !/[\s\p{Cf}]/u.test(character) || /[\u202b\u202e\u2067\u{e0020}-\u{e007f}]/u.test(character)

/** Returns a text without the blanks and invisible characters at its ends. */
export function trimmed(text: string): string {
  const characters = [...text]
  const first = characters.findIndex(isShown)
  return first === -1 ? '' : characters.slice(first, characters.findLastIndex(isShown) + 1).join('')
}

/**
 * Returns lines of text as people see them: what shows nothing is left out, and nothing invisible is at the ends. Characters that change
 * the writing direction stay inside, for the schema to refuse: without them the text would show in another order.
 */
export const readLines = (text: string): string =>
  trimmed(text.replaceAll(SHOWS_NOTHING, '').replaceAll(LONE_JOINER, '').replaceAll(LONE_TAGS, ''))

/** Returns one line of text, such as a name, as people see it. Blanks that look like a space become one; a full-width one is seen as such. */
export const readLine = (text: string): string => readLines(text.replaceAll(/[^\P{Zs}\u3000]/gu, ' '))

/** Returns a domain name in the ASCII form in which it is sent and stored; a text that is none stays as it is. */
export function asciiDomain(domain: string): string {
  // A URL would take other ASCII characters for an end of its host, or for a port.
  if (!/\P{ASCII}/u.test(domain) || /[^\p{L}\p{M}\p{N}.-]/u.test(domain)) return domain
  return URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain
}

/** Returns a host: a name, in ASCII, or an address. */
export const readHost = (text: string): string => asciiDomain(plain(text))

/** Returns an e-mail address, or another sign-in name, with its domain in ASCII. */
export function readEmail(text: string): string {
  const address = plain(text)
  const at = address.lastIndexOf('@')
  return at === -1 ? address : address.slice(0, at + 1) + asciiDomain(address.slice(at + 1))
}
