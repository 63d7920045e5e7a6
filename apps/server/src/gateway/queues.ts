import { type Batch, type BatchOptions, createBatch } from '../db/batch.ts'
import type { Log } from '../kernel/log.ts'

/** What a gateway writes in batches. Each is bounded by device and in all, and says who fills it. */
export interface Queues {
  open<T>(options: Omit<BatchOptions<T>, 'log' | 'refused'>): Batch<T>
  /** Returns the queues by their names. */
  all(): Iterable<readonly [string, Pick<Batch<unknown>, 'waiting' | 'dropped' | 'fullest'>]>
}

/** @param refused called with the number of entries of a device that the database refused */
export function createQueues({ log, refused }: { log: Log; refused: (router_name: string, count: number) => void }): Queues {
  const queues = new Map<string, Pick<Batch<unknown>, 'waiting' | 'dropped' | 'fullest'>>()
  return {
    open<T>(options: Omit<BatchOptions<T>, 'log' | 'refused'>): Batch<T> {
      const batch = createBatch<T>({
        ...options,
        log,
        refused,
      })
      queues.set(options.name, batch)
      return batch
    },
    all: () => queues,
  }
}
