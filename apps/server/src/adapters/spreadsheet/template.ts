import type { Cell, CellStyle, DataValidation } from 'hucre'

/** One column of a workbook to fill in. */
export interface TemplateColumn {
  heading: string
  /** Text of the row below the headings; '' for none. */
  example: string
  /** Width in characters. */
  width: number
  /** Describes what may be typed; shown at the heading, and next to each cell while it is filled in. */
  hint: string
  /** Offered in each cell; other text may still be typed. */
  choices?: readonly string[]
}

/** Keeps cells as they were typed: leading zeros, long numbers. */
const TEXT: CellStyle = { numFmt: '@' }
const HEADING: CellStyle = { ...TEXT, font: { bold: true }, fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'E8EEF9' } } }
const EXAMPLE: CellStyle = { ...TEXT, font: { italic: true, color: { rgb: '667182' } } }

/** Returns a workbook with one sheet to fill in: headings that remain in view, hints, an example and columns of text. */
export async function templateOf(sheet: string, columns: readonly TemplateColumn[], max_rows: number): Promise<Uint8Array> {
  const cells = new Map<string, Partial<Cell>>()
  columns.forEach(({ heading, example, hint }, column) => {
    cells.set(`0,${column}`, { value: heading, type: 'string', style: HEADING, comment: { text: hint } })
    // The library gives columns no format of their own, so each cell has it.
    for (let row = 1; row <= max_rows; row++) cells.set(`${row},${column}`, { value: null, type: 'empty', style: TEXT })
    if (example) cells.set(`1,${column}`, { value: example, type: 'string', style: EXAMPLE })
  })
  const { writeXlsx } = await import('hucre')
  return writeXlsx({
    sheets: [
      {
        name: sheet,
        columns: columns.map(({ width }) => ({ width })),
        rows: Array.from({ length: max_rows + 1 }, () => columns.map(() => null)),
        cells,
        freezePane: { rows: 1 },
        dataValidations: columns.map((column, i) => validationOf(column, String.fromCharCode(65 + i), max_rows)),
      },
    ],
  })
}

function validationOf({ heading, hint, choices }: TemplateColumn, letter: string, max_rows: number): DataValidation {
  return {
    ...(choices ? { type: 'list', values: [...choices] } : { type: 'textLength', operator: 'greaterThanOrEqual', formula1: '0' }),
    allowBlank: true,
    showInputMessage: true,
    showErrorMessage: false,
    inputTitle: heading,
    inputMessage: hint,
    range: `${letter}2:${letter}${max_rows + 1}`,
  }
}
