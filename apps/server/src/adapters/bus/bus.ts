import { Client } from 'pg'
import type { Log } from '../../kernel/log.ts'
import { BUS_CHANNEL, type BusEvent } from './events.ts'

export interface Bus {
  /** Hears every event of every instance, its own included, until the returned function is called. */
  hear(listener: (event: BusEvent) => void): () => void
  /** Whether it is connected now. What was told while it was not is lost: listeners must be able to catch up. */
  readonly up: boolean
  /** Called when the connection stands again after a gap, so that listeners read what they may have missed. */
  onReturn(listener: () => void): () => void
  close(): Promise<void>
}

const RETRY_MS = [100, 500, 1000, 2000, 5000]

/** The bus over PostgreSQL's LISTEN/NOTIFY: one connection an instance, none of its own to publish (`bus.queries.ts`). */
export async function listen(url: string, log: Log): Promise<Bus> {
  const listeners = new Set<(event: BusEvent) => void>()
  const returns = new Set<() => void>()
  let client: Client | undefined
  let closed = false
  let up = false

  async function open(): Promise<void> {
    const opened = new Client({ connectionString: url, keepAlive: true, application_name: 'weft bus', connectionTimeoutMillis: 2000 })
    opened.on('notification', ({ payload }) => {
      const event = JSON.parse(payload ?? 'null') as BusEvent
      for (const listener of listeners) listener(event)
    })
    let lost = false
    const lose = () => {
      if (lost) return
      lost = true
      up = false
      opened.end().catch(() => {})
      if (!closed) void reopen()
    }
    opened.on('error', lose)
    opened.on('end', lose)
    await opened.connect()
    await opened.query(`listen ${BUS_CHANNEL}`)
    client = opened
    up = true
  }

  async function reopen(): Promise<void> {
    log.warn('the bus lost its connection to the database')
    for (let attempt = 0; !closed; attempt++) {
      await new Promise((wake) => setTimeout(wake, RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]))
      try {
        await open()
        log.info('the bus is back')
        for (const listener of returns) listener()
        return
      } catch {
        // The database is still away; readyz says so.
      }
    }
  }

  await open()
  return {
    hear(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    get up() {
      return up
    },
    onReturn(listener) {
      returns.add(listener)
      return () => returns.delete(listener)
    },
    async close() {
      closed = true
      await client?.end().catch(() => {})
    },
  }
}
