import { z } from 'zod'

/**
 * The parts of a proof of work: numbers that are found only by trying, and are checked at once. With many parts, one proof takes
 * about as long as another, and a page can show the progress.
 */
export const WORK_PARTS = 16
/** Average hashes that the proof costs in place of a picture that the visitor cannot see: about 10 s on a usual device. */
export const WORK_WITHOUT_PICTURE = 6_000_000

/** The numbers that were found, one for each part. */
export const Proof = z.array(z.number().int().min(0).max(0xffffffff)).length(WORK_PARTS)
export type Proof = z.output<typeof Proof>

/** Returns the bytes whose SHA-256 must be small: the picture's id and the part, to which `at` appends the number that is tried. */
export function puzzle(uniqid: string, part: number): { at: (tried: number) => Uint8Array } {
  const name = new TextEncoder().encode(`${uniqid} ${part} `)
  const bytes = new Uint8Array(name.length + 4)
  bytes.set(name)
  const view = new DataView(bytes.buffer)
  return {
    at(tried) {
      view.setUint32(name.length, tried)
      return bytes
    },
  }
}

/** Returns whether a hash is small enough for a part. @param work hashes that the whole proof costs on average */
export const solves = (hash: Uint8Array, work: number): boolean =>
  new DataView(hash.buffer, hash.byteOffset).getUint32(0) < (2 ** 32 * WORK_PARTS) / work
