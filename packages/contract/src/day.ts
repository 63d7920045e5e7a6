/** A day, as times are counted: in seconds on the wire and in the database, in milliseconds by the clock of JavaScript. */
export const DAY_SECONDS = 86_400
export const DAY_MS = 1000 * DAY_SECONDS
