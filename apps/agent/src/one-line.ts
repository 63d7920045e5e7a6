/** The most characters of a text from a device that the controller accepts. */
const MOST = 500

/**
 * Returns the words of an error in one line, as the controller accepts it: it ends the connection of a device that sends control characters
 * or half a character.
 */
export const oneLine = (error: unknown): string =>
  (error instanceof Error ? error.message || error.name : String(error))
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, MOST)
    .toWellFormed()
