import { withoutFormula } from './formula.ts'

/** Characters that XML cannot hold: control characters except tab and line ends, and code points that are no characters. */
const UNWRITABLE = /(?![\t\n\r\u007f-\u009f])\p{Cc}|[\ufffe\uffff]/gu
/** Matches the beginning of an escape: a spreadsheet reads `_x003D_` as the character of that number. */
const LIKE_AN_ESCAPE = /_(?=x[0-9a-f]{4}_)/gi

/** Returns a text that remains text in every program that opens it (docs/design/security.md §4). */
export function plainCell(text: string): string {
  const shown = text.toWellFormed().replace(UNWRITABLE, '')
  return withoutFormula(shown).replace(LIKE_AN_ESCAPE, '_x005F_')
}

/**
 * Yields a workbook of one sheet of text, made while it is read: however many rows there are, only the present page is in memory.
 * @param widths of the columns, in characters
 */
export async function* workbookOfText(
  sheet: string,
  headings: readonly string[],
  widths: readonly number[],
  rows: AsyncIterable<readonly string[]>,
): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream } = await import('hucre')
  async function* cells(): AsyncGenerator<string[]> {
    for await (const row of rows) yield row.map(plainCell)
  }
  const columns = headings.map((header, i) => ({ header, width: widths[i]!, style: { numFmt: '@' } }))
  yield* writeXlsxStream(cells(), { name: sheet, columns, freezePane: { rows: 1 } })
}
