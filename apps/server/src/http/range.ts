/** A part of a file: from `start` up to `end` (exclusive). */
export interface Span {
  start: number
  end: number
}

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/

/**
 * Returns the part that a `Range` header asks for.
 * @returns undefined for the whole file, also if the header cannot be read or asks for several parts (RFC 9110 §14.2);
 *   `unsatisfiable` if the part lies outside the file
 */
export function spanOf(header: string | undefined, size: number): Span | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = ONE_RANGE.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') return Number(last) === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(last)), end: size }
  const start = Number(first)
  const end = last === '' ? size : Math.min(size, Number(last) + 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}

/** Returns whether a list of entity tags, as in `If-None-Match` and `If-Range`, names this one. */
export const namesTag = (header: string | undefined, tag: string): boolean =>
  header !== undefined && header.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === tag)
