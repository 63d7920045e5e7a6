import { sha256 } from '@noble/hashes/sha2.js'
import { type Proof, puzzle, solves, WORK_PARTS } from '@weft/contract'

/** A message to the worker. */
export interface Work {
  uniqid: string
  /** Hashes that the proof costs on average. */
  work: number
}
/** A message from the worker: how many parts are done, and at the end the proof. */
export type WorkNews = { done: number } | { proof: Proof }

function find(uniqid: string, part: number, work: number): number {
  const { at } = puzzle(uniqid, part)
  let tried = 0
  while (!solves(sha256(at(tried)), work)) tried += 1
  return tried
}

self.addEventListener('message', ({ data: { uniqid, work } }: MessageEvent<Work>) => {
  const proof: number[] = []
  for (let part = 0; part < WORK_PARTS; part++) {
    proof.push(find(uniqid, part, work))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker takes no origin
    self.postMessage({ done: part + 1 } satisfies WorkNews)
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker takes no origin
  self.postMessage({ proof } satisfies WorkNews)
})
