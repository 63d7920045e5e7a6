import { absenceOf } from './absence.ts'
import { errorFacts, type Log, outsideCalls } from '../kernel/log.ts'

/** Gathers items and writes them together, in the order in which they came, one write at a time. */
export interface Batch<T> {
  add(item: T): void
  /** Items not written yet. */
  waiting(): number
  /** Writes the items gathered so far. Resolves when none is left, or when the database cannot be reached. */
  flush(): Promise<void>
  /** Accepts no more items, and writes what is left once. */
  stop(): Promise<void>
}

const RETRY_MS = 1000

/**
 * @param delay_ms from the first item to the write; for items that came during a write, from the end of that write
 * @param most items that may wait while the database is away; beyond that the oldest are dropped and counted in the log
 */
export function createBatch<T>({
  name,
  write,
  delay_ms,
  most,
  dropped,
  log,
}: {
  name: string
  write: (items: T[]) => Promise<void>
  delay_ms: number
  most: number
  /** Called with each item that is given up: the database permanently refuses it, or too many wait. */
  dropped?: (item: T) => void
  log: Log
}): Batch<T> {
  let items: T[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let stopped = false

  const schedule = (ms: number) => {
    timer ??= outsideCalls(() =>
      setTimeout(() => {
        timer = undefined
        void flush()
      }, ms),
    )
  }

  /** Writes the items; if the database refuses them, writes each half by itself, so that one bad item does not take the others with it. */
  async function writeOrSplit(part: T[]): Promise<void> {
    try {
      await write(part)
    } catch (error) {
      // The database is away: the same write may succeed later.
      if (absenceOf(error)) throw error
      if (part.length === 1) {
        dropped?.(part[0] as T)
        log.error(`${name}: one entry was dropped`, errorFacts(error))
        return
      }
      const middle = part.length >> 1
      await writeOrSplit(part.slice(0, middle))
      await writeOrSplit(part.slice(middle))
    }
  }

  async function drain(): Promise<void> {
    const taken = items
    items = []
    try {
      await writeOrSplit(taken)
      if (items.length > 0 && !stopped) schedule(delay_ms)
    } catch (error) {
      items = taken.concat(items)
      if (items.length > most) {
        log.warn(`${name}: dropped because the database is away`, { count: items.length - most })
        for (const item of items.splice(0, items.length - most)) dropped?.(item)
      }
      log.warn(`${name}: will be written later`, errorFacts(error))
      if (!stopped) schedule(RETRY_MS)
    }
  }

  const flush = async (): Promise<void> => {
    await writing
    if (items.length === 0) return
    writing ??= drain().finally(() => (writing = undefined))
    await writing
  }

  return {
    add(item) {
      if (stopped) return
      items.push(item)
      if (!writing) schedule(delay_ms)
    },
    waiting: () => items.length,
    flush,
    async stop() {
      clearTimeout(timer)
      timer = undefined
      await flush()
      stopped = true
      await flush()
    },
  }
}
