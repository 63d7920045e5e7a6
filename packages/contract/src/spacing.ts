/** Between Han and a Latin letter or digit, on either side. */
const MEETING = /(?<=\p{Script=Han})(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=\p{Script=Han})/gu

/** A Chinese sentence with a space wherever Han meets Latin letters or digits (「DNS 不能为空」). */
export const spaced = (sentence: string): string => sentence.replace(MEETING, ' ')

/** What somebody else wrote, set after a Chinese text: a space where the two would touch, and nothing changed inside it. */
export const setAfter = (text: string, value: string): string =>
  /\p{Script=Han}$/u.test(text) && /^[A-Za-z0-9]/.test(value) ? `${text} ${value}` : text + value
