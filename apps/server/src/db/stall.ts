import { Client, type Pool, type PoolClient } from 'pg'
import { addressOf, cut, hostsOf } from './hosts.ts'

/** Milliseconds after which a connection in use is checked. */
const SUSPECT = 500
/** Milliseconds that PostgreSQL then has to greet a new connection: most of the two seconds, since a busy machine is slow to do it. */
const GREETING = 1300
const LOOK_EVERY = 200

type Inner = PoolClient & { _getActiveQuery(): object | null | undefined }

/**
 * Ends connections on which no answer comes any more: PostgreSQL hangs, or the network swallows what is sent. Neither closes a
 * connection, so a call would wait for as long as the fault lasts. A connection whose statement is only slow stays: while
 * PostgreSQL greets a new connection, it is at work.
 */
export function endStalled(pool: Pool, url: string): void {
  const hosts = hostsOf(url)
  const inUse = new Map<PoolClient, number>()
  let timer: ReturnType<typeof setInterval> | undefined
  let looking = false

  async function look(): Promise<void> {
    if (inUse.size === 0) {
      clearInterval(timer)
      timer = undefined
      return
    }
    const late = performance.now() - SUSPECT
    // A connection that only listens waits for no answer.
    const waiting = [...inUse].filter(([client, since]) => since <= late && (client as Inner)._getActiveQuery())
    if (looking || waiting.length === 0) return
    looking = true
    const asked = new Set(waiting.map(([client]) => addressOf(client, hosts)))
    const silent = new Set((await Promise.all([...asked].map(async (at) => ((await isGreeted(at)) ? [] : [at])))).flat())
    looking = false
    // The driver's own `end` would wait for statements under way; without its socket they fail.
    for (const [client, since] of waiting) if (inUse.get(client) === since && silent.has(addressOf(client, hosts))) cut(client)
  }

  pool.on('acquire', (client) => {
    inUse.set(client, performance.now())
    timer ??= setInterval(() => void look(), LOOK_EVERY).unref()
  })
  pool.on('release', (_error, client) => void inUse.delete(client))
  pool.on('remove', (client) => void inUse.delete(client))
}

/** Returns whether the PostgreSQL of an address with one host answers a new connection at all, if only that it is full. */
async function isGreeted(address: string): Promise<boolean> {
  const began = performance.now()
  const probe = new Client({ connectionString: address, connectionTimeoutMillis: GREETING, application_name: 'weft probe' })
  probe.on('error', () => {})
  try {
    await probe.connect()
    return true
  } catch (error) {
    // If this process itself had no time to listen, the failure says nothing about PostgreSQL.
    const late = performance.now() - began > GREETING + LOOK_EVERY
    return late || /^[0-9A-Z]{5}$/.test((error as { code?: string }).code ?? '')
  } finally {
    probe.end().catch(() => {})
  }
}
