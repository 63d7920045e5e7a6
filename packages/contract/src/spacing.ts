/** A boundary between a Han character and a Latin letter or digit, in either order. */
const MEETING = /(?<=\p{Script=Han})(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=\p{Script=Han})/gu

/** Returns a Chinese sentence with a space wherever Han meets Latin letters or digits (「DNS 不能为空」). */
export const spaced = (sentence: string): string => sentence.replace(MEETING, ' ')

/** Appends another person's text, unchanged, to a Chinese text, with a space if a Han character and a Latin letter or digit would touch. */
export const setAfter = (text: string, value: string): string =>
  /\p{Script=Han}$/u.test(text) && /^[A-Za-z0-9]/.test(value) ? `${text} ${value}` : text + value

/** Returns the parts of a Chinese sentence as one text: a space where Han of one meets Latin of the next, and nothing changed inside them. */
export const setTogether = (...parts: readonly string[]): string =>
  parts.reduce((text, part) =>
    (/\p{Script=Han}$/u.test(text) && /^[A-Za-z0-9]/.test(part)) || (/[A-Za-z0-9]$/.test(text) && /^\p{Script=Han}/u.test(part))
      ? `${text} ${part}`
      : text + part,
  )
