type Plain = 'sheetNotXlsx' | 'sheetUnreadable' | 'sheetMacros' | 'sheetTooLarge'
/** Why a file is not taken: names of the contract's refusals. */
export type SheetRefusal =
  | { reason: Plain }
  | { reason: 'sheetColumns'; params: { columns: string } }
  | { reason: 'sheetTooManyRows'; params: { max: number; rows: number } }

/** Thrown where a file is read, apart from everything else, and told to whoever waits for it. */
export class NotTaken extends Error {
  readonly refusal: SheetRefusal
  constructor(refusal: SheetRefusal | Plain) {
    super(typeof refusal === 'string' ? refusal : refusal.reason)
    this.name = 'NotTaken'
    this.refusal = typeof refusal === 'string' ? { reason: refusal } : refusal
  }
}

/** What a file must look like to be taken. */
export interface SheetForm {
  /** Exactly these, in any order. */
  headings: readonly string[]
  /** The row that a template comes with, which is left out where it was not touched; in the order of `headings`. */
  example?: readonly string[] | undefined
  max_rows: number
  /** Of all parts of the file together. */
  max_unpacked_bytes: number
}

/** One row of the first sheet, as somebody sees it. */
export interface SheetRow {
  /** Its number as a spreadsheet program shows it. */
  row: number
  /** By heading, trimmed; '' where a cell is empty. */
  cells: Record<string, string>
  /** Headings of cells that hold a formula, whose result nobody typed. */
  formulas: string[]
}
