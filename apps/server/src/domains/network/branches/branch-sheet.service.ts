import {
  type BranchCells,
  branchColumns,
  type BranchField,
  branchFields,
  type FileAnswer,
  MAX_BRANCHES,
  MAX_PREFIX_TEXT,
  SHEET_MAX_UNPACKED_BYTES,
} from '@weft/contract'
import type { SheetForm, SheetRow } from '../../../adapters/spreadsheet/sheet.ts'
import { templateOf } from '../../../adapters/spreadsheet/template.ts'
import { example, fileName, hints, sheetName } from './branch-sheet.text.ts'

const widths: Record<BranchField, number> = { note: 24, router_name: 24, prefix: 30, center: 24 }

/** The form that a sheet of branches must have, the same as its template. */
export const branchForm: SheetForm = {
  headings: branchFields.map((field) => branchColumns[field]),
  example: branchFields.map((field) => example[field]),
  max_rows: MAX_BRANCHES,
  max_unpacked_bytes: SHEET_MAX_UNPACKED_BYTES,
  // A prefix that is cut short would be another prefix.
  max_text: MAX_PREFIX_TEXT + 1,
}

export const template = async (): Promise<FileAnswer> => ({
  file_name: fileName,
  body: await templateOf(
    sheetName,
    branchFields.map((field) => ({ heading: branchColumns[field], example: example[field], width: widths[field], hint: hints[field] })),
    MAX_BRANCHES,
  ),
})

/** Returns the texts of a sheet's rows, as if they had been pasted. */
export const cellsOf = (rows: readonly SheetRow[]): { rows: BranchCells[] } => ({
  rows: rows.map(({ cells }) => Object.fromEntries(branchFields.map((field) => [field, cells[branchColumns[field]] ?? ''])) as BranchCells),
})
