type Plain = 'sheetNotXlsx' | 'sheetUnreadable' | 'sheetMacros' | 'sheetTooLarge'
/** The reason why a file is refused: names of the contract's refusals. */
export type SheetRefusal =
  | { reason: Plain }
  | { reason: 'sheetColumns'; params: { columns: string } }
  | { reason: 'sheetTooManyRows'; params: { max: number; rows: number } }

/** Thrown in the worker that reads a file; the worker sends its refusal to the caller. */
export class NotTaken extends Error {
  readonly refusal: SheetRefusal
  constructor(refusal: SheetRefusal | Plain) {
    super(typeof refusal === 'string' ? refusal : refusal.reason)
    this.name = 'NotTaken'
    this.refusal = typeof refusal === 'string' ? { reason: refusal } : refusal
  }
}

/** The form that a file must have. */
export interface SheetForm {
  /** Exactly these headings, in any order. */
  headings: readonly string[]
  /** The example row of the template, in the order of `headings`; it is left out if it was not edited. */
  example?: readonly string[] | undefined
  max_rows: number
  /** Of all parts of the file together. */
  max_unpacked_bytes: number
  /** Most characters of a cell that are read, more than any valid cell holds. Without it 256. */
  max_text?: number
}

/** One row of the first sheet, as a person sees it. */
export interface SheetRow {
  /** Its number as a spreadsheet program shows it. */
  row: number
  /** Texts by heading, trimmed; '' if a cell is empty. */
  cells: Record<string, string>
  /** Headings of cells that hold a formula instead of typed text. */
  formulas: string[]
}
