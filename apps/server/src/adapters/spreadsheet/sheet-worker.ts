import { parentPort, workerData } from 'node:worker_threads'
import { NotTaken, type SheetForm, type SheetRefusal, type SheetRow } from './sheet.ts'
import { rowsOf } from './workbook.ts'

/** The input of the worker, which posts one `SheetResult`. */
export interface SheetWork {
  bytes: Uint8Array
  form: SheetForm
}
export type SheetResult = { rows: SheetRow[] } | { refusal: SheetRefusal }

async function work({ bytes, form }: SheetWork): Promise<SheetResult> {
  try {
    return { rows: await rowsOf(bytes, form) }
  } catch (error) {
    return { refusal: error instanceof NotTaken ? error.refusal : { reason: 'sheetUnreadable' } }
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread has none
parentPort!.postMessage(await work(workerData as SheetWork))
