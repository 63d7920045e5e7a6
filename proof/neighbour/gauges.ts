import type { Addresses } from './stage.ts'

/** What the server tells of itself. */
export interface Gauges {
  /** When it was read, in milliseconds since the epoch. */
  at: number
  /** Bytes of its heap, and of its resident memory. */
  heap: number
  resident: number
  /** Entries that wait in the gateway's queues, and callers that wait for the database. */
  queued: number
  waiting: number
}

/** Returns the values of a metric with their labels, as `limit="bytes"`. */
export const valuesOf = (text: string, name: string): [labels: string, value: number][] =>
  [...text.matchAll(new RegExp(`^${name}(?:\\{([^}]*)\\})? (\\S+)$`, 'gm'))].map(([, labels = '', value]) => [labels, Number(value)])
const sumOf = (text: string, name: string) => valuesOf(text, name).reduce((sum, [, value]) => sum + value, 0)

export const metricsOf = async ({ ports }: Pick<Addresses, 'ports'>): Promise<string> =>
  (await fetch(`http://127.0.0.1:${ports.metrics}/metrics`)).text()

async function readGauges(at: Pick<Addresses, 'ports'>): Promise<Gauges> {
  const text = await metricsOf(at)
  return {
    at: Date.now(),
    heap: sumOf(text, 'nodejs_heap_size_used_bytes'),
    resident: sumOf(text, 'process_resident_memory_bytes'),
    queued: sumOf(text, 'weft_queue_waiting'),
    waiting: sumOf(text, 'weft_database_waiting'),
  }
}

/** Reads the server's figures every two seconds until it is stopped. */
export function followGauges(at: Pick<Addresses, 'ports'>): { read: Gauges[]; stop(): void } {
  const read: Gauges[] = []
  const timer = setInterval(
    () =>
      void readGauges(at).then(
        (one) => read.push(one),
        () => {},
      ),
    2_000,
  )
  return { read, stop: () => clearInterval(timer) }
}
