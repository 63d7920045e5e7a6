/** A spreadsheet program would take such a cell for a formula. */
const LIKE_A_FORMULA = /^[=+\-@\t\r]/
const SPECIAL = /[",\r\n]/
/** Rows of one piece: the fewer pieces, the less each costs. */
const ROWS_AT_ONCE = 500

const cell = (text: string): string => {
  const safe = LIKE_A_FORMULA.test(text) ? `'${text}` : text
  return SPECIAL.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
const line = (row: readonly string[]): string => `${row.map(cell).join(',')}\r\n`

/** Rows as CSV (RFC 4180) with the mark of UTF-8, without which office programs guess another encoding; made while it is read. */
export async function* csvOfText(headings: readonly string[], rows: AsyncIterable<readonly string[]>): AsyncGenerator<Uint8Array> {
  let text = `\uFEFF${line(headings)}`
  let held = 0
  for await (const row of rows) {
    text += line(row)
    held += 1
    if (held % ROWS_AT_ONCE === 0) {
      yield Buffer.from(text)
      text = ''
    }
  }
  if (text !== '') yield Buffer.from(text)
}
