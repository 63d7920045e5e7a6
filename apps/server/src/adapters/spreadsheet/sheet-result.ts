import { NotTaken, type SheetForm, type SheetRefusal, type SheetRow } from './sheet.ts'
import { rowsOf } from './workbook.ts'

/** An uploaded file and the form that it must have. */
export interface SheetWork {
  bytes: Uint8Array
  form: SheetForm
}
export type SheetResult = { rows: SheetRow[] } | { refusal: SheetRefusal }

/** Reads an uploaded file in this thread, without limits of memory and time. */
export async function resultOf({ bytes, form }: SheetWork): Promise<SheetResult> {
  try {
    return { rows: await rowsOf(bytes, form) }
  } catch (error) {
    return { refusal: error instanceof NotTaken ? error.refusal : { reason: 'sheetUnreadable' } }
  }
}
