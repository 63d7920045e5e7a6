import type { Socket } from 'node:net'
import { Client, type Pool, type PoolClient } from 'pg'

/** A connection in use is looked at after this long, and PostgreSQL then has as long to greet somebody, in milliseconds. */
const PATIENCE = 800
const LOOK_EVERY = 200

type Inner = PoolClient & { connection: { stream: Socket } }

/**
 * Ends connections on which nothing comes back any more: PostgreSQL stands still, or the network swallows what is said. Neither
 * closes a connection, and a call would wait for as long as the fault lasts. A statement that is only slow stays: while
 * PostgreSQL greets a new connection, it is at work.
 */
export function endStalled(pool: Pool, url: string): void {
  const inUse = new Map<PoolClient, number>()
  let timer: ReturnType<typeof setInterval> | undefined
  let looking = false

  async function look(): Promise<void> {
    if (inUse.size === 0) {
      clearInterval(timer)
      timer = undefined
      return
    }
    const late = performance.now() - PATIENCE
    const waiting = [...inUse].filter(([, since]) => since <= late)
    if (looking || waiting.length === 0) return
    looking = true
    const answers = await isGreeted(url)
    looking = false
    if (answers) return
    // With a statement under way this closes the socket at once, and the statement fails.
    // The driver's own `end` would wait for statements under way; without its socket they fail.
    for (const [client, since] of waiting) if (inUse.get(client) === since) (client as Inner).connection.stream.destroy()
  }

  pool.on('acquire', (client) => {
    inUse.set(client, performance.now())
    timer ??= setInterval(() => void look(), LOOK_EVERY).unref()
  })
  pool.on('release', (_error, client) => void inUse.delete(client))
  pool.on('remove', (client) => void inUse.delete(client))
}

/** Whether PostgreSQL says anything at all to somebody new, if only that it is full. */
async function isGreeted(url: string): Promise<boolean> {
  const began = performance.now()
  const probe = new Client({ connectionString: url, connectionTimeoutMillis: PATIENCE, application_name: 'weft probe' })
  probe.on('error', () => {})
  try {
    await probe.connect()
    return true
  } catch (error) {
    // Where this process itself had no time to listen, nothing is known of PostgreSQL.
    const late = performance.now() - began > PATIENCE + LOOK_EVERY
    return late || /^[0-9A-Z]{5}$/.test((error as { code?: string }).code ?? '')
  } finally {
    probe.end().catch(() => {})
  }
}
