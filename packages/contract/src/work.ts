import { z } from 'zod'

/**
 * A proof of work: numbers that nobody finds but by trying, and anybody checks at once. It is of as many parts as this, so that
 * one takes about as long as another, and a page can say how far it is.
 */
export const WORK_PARTS = 16
/** What a picture costs in hashes that are tried, when its visitor cannot see it: about 10 s of a usual device. */
export const WORK_WITHOUT_PICTURE = 6_000_000

/** The numbers that were found, one of each part. */
export const Proof = z.array(z.number().int().min(0).max(0xffffffff)).length(WORK_PARTS)
export type Proof = z.output<typeof Proof>

/** The bytes whose SHA-256 must be small: the picture's id and the part, which `at` fills up with the number that is tried. */
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

/** Whether a hash is small enough for a part. @param work hashes that the whole proof costs on average */
export const solves = (hash: Uint8Array, work: number): boolean =>
  new DataView(hash.buffer, hash.byteOffset).getUint32(0) < (2 ** 32 * WORK_PARTS) / work
