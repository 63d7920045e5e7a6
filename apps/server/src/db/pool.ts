import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { type Client, Pool, type PoolClient, type PoolConfig } from 'pg'
import { absenceOf } from './absence.ts'
import type { Log } from '../kernel/log.ts'
import { demandSession } from './connection.ts'
import { addressOf, clientOf, CONNECT_TIMEOUT, hostsOf, NO_JIT } from './hosts.ts'

const IDLE_TIMEOUT = 60_000

export interface OpenPool extends Omit<PoolConfig, 'log'> {
  /** The role that every connection must have; a connection without it is destroyed. */
  role?: string
  /** Gets an error when a connection does not have the role. */
  log?: Log | undefined
  /** Is called each time that `take` returns a connection, with the seconds that its caller waited for it. */
  waited?: ((seconds: number) => void) | undefined
  /** Settings of PostgreSQL for each connection, by name. */
  settings?: Record<string, string>
}

/** Creates a pool that survives the end of its connections, and whose connections lead to the host that serves. Opens none by itself. */
export function openPool(url: string, { role, log, settings, waited, ...options }: OpenPool): Pool {
  const hosts = hostsOf(url)
  const verify = demandSession(hosts, role, log)
  const pool = new Pool({
    ...hosts.options({ ...NO_JIT, ...settings, ...(role !== undefined && { role }) }),
    ...(verify && { verify }),
    ...(hosts.several && { Client: clientOf(hosts) as unknown as new () => Client }),
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    idleTimeoutMillis: IDLE_TIMEOUT,
    application_name: 'weft',
    ...options,
  })
  // A connection that dies is replaced at the next use; without listeners it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  if (hosts.several) {
    const open = pool.connect.bind(pool) as () => Promise<PoolClient>
    pool.connect = connectBy(() => hosts.serve(open))
    stale.set(pool, (client) => addressOf(client, hosts) !== hosts.chosen)
  }
  if (waited) waits.set(pool, waited)
  return pool
}

type ConnectCallback = (error: Error | undefined, client: PoolClient | undefined, release: () => void) => void

/** Returns a pool's `connect`, in both its forms, that takes its connections from `open`. */
export function connectBy(open: () => Promise<PoolClient>): Pool['connect'] {
  async function connect(): Promise<PoolClient>
  async function connect(callback: ConnectCallback): Promise<undefined>
  async function connect(callback?: ConnectCallback): Promise<PoolClient | undefined> {
    if (!callback) return open()
    let client: PoolClient
    try {
      client = await open()
    } catch (error) {
      callback(error as Error, undefined, () => {})
      return undefined
    }
    callback(undefined, client, () => client.release())
    return undefined
  }
  return connect as Pool['connect']
}

/** Ends a pool and resolves once every connection is closed, which `Pool.end` does not wait for. */
export async function endPool(pool: Pool): Promise<void> {
  let open = pool.totalCount
  const gone = new Promise<void>((done) => {
    if (open === 0) done()
    pool.on('remove', () => --open === 0 && done())
  })
  await pool.end()
  await gone
}

/** Who wants to know how long callers of a pool wait. */
const waits = new WeakMap<Pool, (seconds: number) => void>()
/** When the oldest usable connection of a pool may have been opened, and when each was opened, both by `performance.now`. */
const goodFrom = new WeakMap<Pool, number>()
const opened = new WeakMap<PoolClient, number>()
/** Whether a connection of a pool leads to another host than the one that serves now: that one may have lost its connections silently. */
const stale = new WeakMap<Pool, (client: PoolClient) => boolean>()
/** Milliseconds that pass at least before connections are replaced again while the database stays read-only. */
const RENEW_EVERY = 1_000

/** Takes a connection of the pool, which belongs to the caller until `giveBack`. */
export async function take(pool: Pool): Promise<PoolClient> {
  const asked = performance.now()
  for (;;) {
    const client = await pool.connect()
    const since = opened.get(client)
    const now = performance.now()
    if (since === undefined) opened.set(client, now)
    if (since === undefined || (since >= (goodFrom.get(pool) ?? 0) && !stale.get(pool)?.(client))) {
      waits.get(pool)?.((now - asked) / 1000)
      return client
    }
    client.release(true)
  }
}

/** Replaces each connection of the pool that was opened before now at its next use by `take`. */
export const renew = (pool: Pool): void => void goodFrom.set(pool, performance.now())

/**
 * Handles a failed statement. If the server takes no writes, another one may have become the primary under the same address:
 * the old connections would stay with the standby for as long as they are in use, so each is replaced at its next use.
 */
export function noteFailure(pool: Pool, error: unknown): void {
  if (absenceOf(error) !== 'readonly') return
  if (performance.now() - (goodFrom.get(pool) ?? -RENEW_EVERY) >= RENEW_EVERY) renew(pool)
}

/** Gives a connection back. One that is still inside a transaction is closed, never reused. */
export const giveBack = (client: PoolClient): void => client.release(client.getTransactionStatus() !== 'I')

/** Statements with more values than this are bulk writes, whose text depends on the number of their rows. */
const MOST_VALUES = 32
/** Number of statements whose plans each connection keeps at most; later ones are planned at each call. */
const MOST_STATEMENTS = 500
/** The names of the statements that each connection keeps, by their texts. */
const kept = new WeakMap<PoolClient, Map<string, string>>()

/** Returns the name by which a connection keeps the plan of a statement; undefined if the statement is planned at each call. */
function nameOf(client: PoolClient, text: string, values: readonly unknown[]): string | undefined {
  if (values.length === 0 || values.length > MOST_VALUES) return undefined
  let names = kept.get(client)
  if (!names) kept.set(client, (names = new Map()))
  let name = names.get(text)
  if (name === undefined && names.size < MOST_STATEMENTS) names.set(text, (name = `weft_${names.size}`))
  return name
}

/** Returns the connection as Kysely takes it, with statements planned once, not at every call: most of the cost of a short one. */
function preparing(client: PoolClient, release: () => void, failed: (error: unknown) => void = () => {}): PostgresPoolClient {
  const query = async (text: string, values: unknown[]) => {
    const name = nameOf(client, text, values)
    try {
      return await client.query(name === undefined ? { text, values } : { text, values, name })
    } catch (error) {
      failed(error)
      throw error
    }
  }
  return { query: query as unknown as PostgresPoolClient['query'], release }
}

/** Returns a pool for Kysely that runs each statement on any connection. @param failed is called with each error */
export function anyOf(pool: Pool, failed: (error: unknown) => void): PostgresPool {
  const clients = new WeakMap<PoolClient, PostgresPoolClient>()
  return {
    async connect() {
      const client = await take(pool)
      let prepared = clients.get(client)
      if (!prepared) clients.set(client, (prepared = preparing(client, () => giveBack(client), failed)))
      return prepared
    },
    end: () => endPool(pool),
    options: pool.options,
  }
}

/** Returns a pool for Kysely that runs every statement on this connection, which stays with the caller. */
export function only(client: PoolClient): PostgresPool {
  const prepared = preparing(client, () => {})
  return { connect: async () => prepared, end: async () => {}, options: {} }
}
