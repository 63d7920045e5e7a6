import { type Batch, type BatchOptions, createBatch } from '../db/batch.ts'
import type { Log } from '../kernel/log.ts'
import { createTurns } from '../kernel/turns.ts'

/** Queues of figures that write at once: there are more of them than the system has connections, which sign-ins and calls need too. */
const WRITERS_OF_FIGURES = 2
/** They share one turn, whatever they write. */
const FIGURES = 0

interface QueueOptions<T> extends Omit<BatchOptions<T>, 'log' | 'refused'> {
  /** It writes figures, of which there may be very many and for which nobody waits. */
  figures?: true
}

/** What a gateway writes in batches. Each is bounded by device and in all, and says who fills it. */
export interface Queues {
  open<T>(options: QueueOptions<T>): Batch<T>
  /** Returns the queues by their names. */
  all(): Iterable<readonly [string, Pick<Batch<unknown>, 'waiting' | 'dropped' | 'fullest'>]>
}

/** @param refused called with the number of entries of a device that the database refused */
export function createQueues({ log, refused }: { log: Log; refused: (router_name: string, count: number) => void }): Queues {
  const turn = createTurns(WRITERS_OF_FIGURES)
  const queues = new Map<string, Pick<Batch<unknown>, 'waiting' | 'dropped' | 'fullest'>>()
  return {
    open<T>({ figures, ...options }: QueueOptions<T>): Batch<T> {
      const { write } = options
      const batch = createBatch<T>({
        ...options,
        write: figures ? (items) => turn(FIGURES, () => write(items)) : write,
        log,
        refused,
      })
      queues.set(options.name, batch)
      return batch
    },
    all: () => queues,
  }
}
