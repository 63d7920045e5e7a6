import { hash } from 'node:crypto'
import { type Proof, puzzle, solves, WORK_PARTS } from '@weft/contract'

/** Finds the proof of a picture as a browser would. @param work hashes that it costs on average */
export function prove(uniqid: string, work: number): Proof {
  return Array.from({ length: WORK_PARTS }, (_, part) => {
    const { at } = puzzle(uniqid, part)
    let tried = 0
    while (!solves(hash('sha256', at(tried), 'buffer'), work)) tried += 1
    return tried
  })
}
