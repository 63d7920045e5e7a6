import { withoutFormula } from './formula.ts'

const SPECIAL = /[",\r\n]/

const cell = (text: string): string => {
  const safe = withoutFormula(text)
  return SPECIAL.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
const line = (row: readonly string[]): string => `${row.map(cell).join(',')}\r\n`

/**
 * Yields pages of rows as CSV (RFC 4180), a piece for each page, made while it is read. It begins with the byte order mark of UTF-8,
 * without which office programs guess another encoding.
 */
export async function* csvOfText(
  headings: readonly string[],
  pages: AsyncIterable<readonly (readonly string[])[]>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`\uFEFF${line(headings)}`)
  for await (const rows of pages) yield Buffer.from(rows.map(line).join(''))
}
