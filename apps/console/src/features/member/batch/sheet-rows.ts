import type { BatchError, BatchProblems, BatchRow } from '@weft/contract'

/** A row of the list with its problems. */
export interface SheetRow extends BatchRow {
  problems: BatchError[]
}

/** Returns the rows of a refused list in order: those that were answered, and each that has a problem. */
export function rowsWithProblems({ rows, errors }: BatchProblems): SheetRow[] {
  const found = new Map<number, SheetRow>(rows.map((row) => [row.row, { ...row, problems: [] }]))
  for (const error of errors) {
    const row = found.get(error.row) ?? { row: error.row, username: '', area_code: '', phone: '', note: '', problems: [] }
    found.set(error.row, { ...row, problems: [...row.problems, error] })
  }
  return [...found.values()].toSorted((a, b) => a.row - b.row)
}
