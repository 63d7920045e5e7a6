/** The most characters of a text from a device that the controller accepts. */
const MOST = 500

/**
 * Returns the words of an error, or a text, in one line, as the controller accepts it: it ends the connection of a device that sends control
 * characters or half a character.
 * @param most characters
 */
export const oneLine = (error: unknown, most = MOST): string =>
  (error instanceof Error ? error.message || error.name : String(error))
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, most)
    .toWellFormed()
