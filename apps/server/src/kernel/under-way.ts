/**
 * Names what this process does, in memory that another thread reads while this one stands: the calls, jobs and messages that began and have
 * not ended. A name is the pattern of an address, the name of a job or of a member, never what a caller sent.
 */
export const SLOTS = 32
const NAME_BYTES = 120
/** Of each slot: the number of its beginning, which is negative once it has ended, and the length of its name. */
const HEAD = 2

const SIZE = SLOTS * (HEAD * Int32Array.BYTES_PER_ELEMENT + NAME_BYTES)
const partsOf = (memory: SharedArrayBuffer) => ({
  heads: new Int32Array(memory, 0, SLOTS * HEAD),
  names: new Uint8Array(memory, SLOTS * HEAD * Int32Array.BYTES_PER_ELEMENT, SLOTS * NAME_BYTES),
})

/** The memory of this process, for the thread that watches it. */
export const memory = new SharedArrayBuffer(SIZE)
const { heads, names } = partsOf(memory)
let begun = 0

/** Notes that something begins. @returns what notes that it has ended; it may be called more than once */
export function begin(name: string): () => void {
  const slot = freeSlot()
  const number = ++begun
  const bytes = Buffer.from(name).subarray(0, NAME_BYTES)
  names.set(bytes, slot * NAME_BYTES)
  heads[slot * HEAD + 1] = bytes.length
  heads[slot * HEAD] = number
  return () => {
    if (heads[slot * HEAD] === number) heads[slot * HEAD] = -number
  }
}

/** Notes that something begins now, and ends when the work does. */
export async function whileUnderWay<T>(name: string, work: () => Promise<T>): Promise<T> {
  const end = begin(name)
  try {
    return await work()
  } finally {
    end()
  }
}

/** Returns the slot of what ended longest ago; with more under way than there are slots, of what began first. */
function freeSlot(): number {
  let found = 0
  for (let slot = 1; slot < SLOTS; slot++) {
    const [one, best] = [heads[slot * HEAD]!, heads[found * HEAD]!]
    if (one <= 0 ? best > 0 || one > best : best > 0 && one < best) found = slot
  }
  return found
}

export interface UnderWay {
  /** What began last, whether it has ended or not; undefined if nothing has begun. */
  last_call: string | undefined
  /** What has not ended, the newest first. */
  under_way: string[]
}

/** Reads the memory of a process, from any of its threads. */
export function readUnderWay(shared: SharedArrayBuffer): UnderWay {
  const { heads, names } = partsOf(shared)
  const slots = Array.from({ length: SLOTS }, (_, slot) => ({
    number: heads[slot * HEAD]!,
    // A decoder takes no shared memory.
    name: Buffer.from(names.slice(slot * NAME_BYTES, slot * NAME_BYTES + heads[slot * HEAD + 1]!)).toString('utf8'),
  }))
    .filter(({ number }) => number !== 0)
    .toSorted((a, b) => Math.abs(b.number) - Math.abs(a.number))
  return { last_call: slots[0]?.name, under_way: slots.filter(({ number }) => number > 0).map(({ name }) => name) }
}
