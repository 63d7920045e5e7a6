import { Worker } from 'node:worker_threads'
import { createTurns } from '../../kernel/turns.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { SheetResult, SheetWork } from './sheet-result.ts'
import type { SheetForm, SheetRefusal, SheetRow } from './sheet.ts'

/** Workers at once, of all accounts and of one account: an account that sends many files waits for its own. */
const AT_ONCE = 2
const OF_ONE_ACCOUNT = 1
/** Most milliseconds that reading a file may take; only a file made to be slow takes longer. */
export const SHEET_MOST_MS = 10_000
const MEGABYTES = 256

const WORKER = new URL('./sheet-worker.ts', import.meta.url)

export interface SheetReader {
  /**
   * Reads the rows of an uploaded workbook in a thread of its own, with limits on memory and time.
   * @param spent is called with the milliseconds that it took, without the wait for its turn
   * @throws sheetNotXlsx, sheetUnreadable, sheetMacros, sheetTooLarge, sheetColumns, sheetTooManyRows
   */
  read(account_id: number, bytes: Uint8Array, form: SheetForm, spent?: (ms: number) => void): Promise<SheetRow[]>
}

interface Limits {
  time: number
  megabytes: number
}
interface ReaderOptions extends Partial<Limits> {
  /** Reads one file; by default in a thread of its own. */
  apart?: (work: SheetWork, limits: Limits) => Promise<SheetResult>
}

export function createSheetReader({ time = SHEET_MOST_MS, megabytes = MEGABYTES, apart = readApart }: ReaderOptions = {}): SheetReader {
  const [everybody, account] = [createTurns(AT_ONCE), createTurns(OF_ONE_ACCOUNT)]
  return {
    async read(account_id, bytes, form, spent) {
      const timed = async () => {
        const began = performance.now()
        return apart({ bytes, form }, { time, megabytes }).finally(() => spent?.(Math.ceil(performance.now() - began)))
      }
      const result = await account(account_id, () => everybody(0, timed))
      if ('rows' in result) return result.rows
      throw refusalOf(result.refusal)
    },
  }
}

function refusalOf(refusal: SheetRefusal): Refusal {
  switch (refusal.reason) {
    case 'sheetColumns':
      return new Refusal(refusal.reason, refusal.params)
    case 'sheetTooManyRows':
      return new Refusal(refusal.reason, refusal.params)
    default:
      return new Refusal(refusal.reason)
  }
}

function readApart({ bytes, form }: SheetWork, { time, megabytes }: Limits): Promise<SheetResult> {
  const work: SheetWork = { bytes: Uint8Array.from(bytes), form }
  const worker = new Worker(WORKER, {
    workerData: work,
    transferList: [work.bytes.buffer as ArrayBuffer],
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
    // The thread gets nothing of the server's environment.
    env: {},
    execArgv: [],
    argv: [],
  })
  const tooLarge: SheetResult = { refusal: { reason: 'sheetTooLarge' } }
  return new Promise<SheetResult>((resolve, reject) => {
    const timer = setTimeout(() => resolve(tooLarge), time)
    worker.once('message', resolve)
    worker.on('error', (error: Error & { code?: string }) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(tooLarge) : reject(error),
    )
    worker.once('exit', () => {
      clearTimeout(timer)
      reject(new Error('a spreadsheet was not read to its end'))
    })
  }).finally(() => void worker.terminate())
}
