import { randomBytes, randomInt } from 'node:crypto'

/** So many random decimal digits, the first never 0. */
export const digits = (count: number): string => Array.from({ length: count }, (_, i) => randomInt(i === 0 ? 1 : 0, 10)).join('')

/** Text without look-alikes (no 0, 1, I, L, O), for codes that people read and type. */
export function readable(length: number): string {
  const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}

/** 256 random bits as URL-safe text: a token. */
export const token = (): string => randomBytes(32).toString('base64url')

/** A short reference that a person can read out and an operator can find in the log. */
export const reference = (): string => readable(10)
