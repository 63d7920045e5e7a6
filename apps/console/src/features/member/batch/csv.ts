/** Spreadsheet programs read a cell that starts so as a formula. */
const FORMULA = /^[=+\-@\t\r]/
const MARK = '\uFEFF'

function cellOf(value: string): string {
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A table as CSV that spreadsheet programs open in UTF-8; no cell of it is a formula. */
export const csvOf = (headings: readonly string[], rows: readonly (readonly string[])[]): string =>
  MARK + [headings, ...rows].map((row) => row.map(cellOf).join(',')).join('\r\n') + '\r\n'
