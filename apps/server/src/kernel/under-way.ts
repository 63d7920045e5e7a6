/**
 * Names what this process does, in memory that another thread reads while this one is blocked: the calls, jobs and messages that began and have
 * not ended. A name is the pattern of an address, the name of a job or of a member, never what a caller sent.
 */
export const SLOTS = 32
const NAME_BYTES = 120

const NUMBER_BYTES = Float64Array.BYTES_PER_ELEMENT
const SIZE = SLOTS * (NUMBER_BYTES + 1 + NAME_BYTES)
/**
 * Of each slot: the number of its beginning, which is negative once it has ended, the length of its name and the name. The numbers are as
 * large as a number of JavaScript gets: a busy process passes 2^31 within a month.
 */
const partsOf = (memory: SharedArrayBuffer) => ({
  numbers: new Float64Array(memory, 0, SLOTS),
  lengths: new Uint8Array(memory, SLOTS * NUMBER_BYTES, SLOTS),
  names: new Uint8Array(memory, SLOTS * (NUMBER_BYTES + 1), SLOTS * NAME_BYTES),
})

/** Returns what notes beginnings in a memory of its own. @param begun how many things have begun before */
export function createUnderWay(begun = 0) {
  const memory = new SharedArrayBuffer(SIZE)
  const { numbers, lengths, names } = partsOf(memory)

  /** Returns the slot of what ended longest ago; with more under way than there are slots, of what began first. */
  function freeSlot(): number {
    let found = 0
    for (let slot = 1; slot < SLOTS; slot++) {
      const [one, best] = [numbers[slot]!, numbers[found]!]
      if (one <= 0 ? best > 0 || one > best : best > 0 && one < best) found = slot
    }
    return found
  }

  return {
    memory,
    begin(name: string): () => void {
      const slot = freeSlot()
      const number = ++begun
      const bytes = Buffer.from(name).subarray(0, NAME_BYTES)
      names.set(bytes, slot * NAME_BYTES)
      lengths[slot] = bytes.length
      numbers[slot] = number
      return () => {
        if (numbers[slot] === number) numbers[slot] = -number
      }
    },
  }
}

const ofProcess = createUnderWay()
/** The memory of this process, for the thread that watches it. */
export const { memory } = ofProcess
/** Notes that something begins. @returns what notes that it has ended; it may be called more than once */
export const begin = (name: string): (() => void) => ofProcess.begin(name)

/** Notes that something begins now, and ends when the work does. */
export async function whileUnderWay<T>(name: string, work: () => Promise<T>): Promise<T> {
  const end = begin(name)
  try {
    return await work()
  } finally {
    end()
  }
}

export interface UnderWay {
  /** What began last, whether it has ended or not; undefined if nothing has begun. */
  last_call: string | undefined
  /** What has not ended, the newest first. */
  under_way: string[]
}

/** Reads the memory of a process, from any of its threads. */
export function readUnderWay(shared: SharedArrayBuffer): UnderWay {
  const { numbers, lengths, names } = partsOf(shared)
  const slots = Array.from({ length: SLOTS }, (_, slot) => ({
    number: numbers[slot]!,
    // A decoder takes no shared memory.
    name: Buffer.from(names.slice(slot * NAME_BYTES, slot * NAME_BYTES + lengths[slot]!)).toString('utf8'),
  }))
    .filter(({ number }) => number !== 0)
    .toSorted((a, b) => Math.abs(b.number) - Math.abs(a.number))
  return { last_call: slots[0]?.name, under_way: slots.filter(({ number }) => number > 0).map(({ name }) => name) }
}
