import { type Proof, WORK_PARTS } from '@weft/contract'
import type { Work, WorkNews } from './work.worker.ts'

/**
 * Computes the proof of work of a picture in a separate thread, so that the page stays responsive.
 * @param work hashes that it costs on average
 * @param onPart receives the completed share, from 0 to 1
 * @throws if the worker cannot run, or the signal ends it
 */
export function prove(uniqid: string, work: number, onPart: (share: number) => void, signal: AbortSignal): Promise<Proof> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./work.worker.ts', import.meta.url), { type: 'module' })
    const end = (finish: () => void) => {
      worker.terminate()
      finish()
    }
    signal.addEventListener('abort', () => end(() => reject(signal.reason as Error)))
    worker.addEventListener('error', () => end(() => reject(new Error('the worker that proves cannot run'))))
    worker.addEventListener('message', ({ data }: MessageEvent<WorkNews>) => {
      if ('proof' in data) end(() => resolve(data.proof))
      else onPart(data.done / WORK_PARTS)
    })
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker takes no origin
    worker.postMessage({ uniqid, work } satisfies Work)
  })
}
