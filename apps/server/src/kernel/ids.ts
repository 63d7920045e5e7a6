import { randomBytes, randomInt } from 'node:crypto'

/** Returns `count` random decimal digits, the first never 0. */
export const digits = (count: number): string => Array.from({ length: count }, (_, i) => randomInt(i === 0 ? 1 : 0, 10)).join('')

/** Returns random text without look-alikes (no 0, 1, I, L, O), for codes that people read and type. */
export function readable(length: number): string {
  const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}

/** Returns a token: 256 random bits as URL-safe text. */
export const token = (): string => randomBytes(32).toString('base64url')

/** Returns a short reference that a person can read out and an operator can find in the log. */
export const reference = (): string => readable(10)
