import { parentPort, workerData } from 'node:worker_threads'
import { resultOf, type SheetWork } from './sheet-result.ts'

// The input of the worker is one `SheetWork`, and it posts one `SheetResult`.
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of a thread has none
parentPort!.postMessage(await resultOf(workerData as SheetWork))
