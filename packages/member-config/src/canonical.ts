import { createHash } from 'node:crypto'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** Returns the one JSON text of a value: keys in order, no spaces, whole numbers only. Equal values give equal bytes on every machine. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`
  }
  if (typeof value === 'number' && !Number.isSafeInteger(value)) throw new TypeError(`${value} has no canonical form`)
  return JSON.stringify(value)
}

/** Returns the SHA-256 of the canonical JSON in hex, which identifies a document. */
export const hashOf = (document: unknown): string =>
  createHash('sha256')
    .update(canonicalJson(document as Json))
    .digest('hex')
