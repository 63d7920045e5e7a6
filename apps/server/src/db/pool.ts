import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { Pool, type PoolClient, type PoolConfig } from 'pg'
import { absenceOf } from './absence.ts'
import type { Log } from '../kernel/log.ts'
import { connectionOptions, demandRole } from './connection.ts'

const CONNECT_TIMEOUT = 2_000
const IDLE_TIMEOUT = 60_000

export interface OpenPool extends Omit<PoolConfig, 'log'> {
  /** The role that every connection must have; a connection without it is destroyed. */
  role?: string
  /** Gets an error when a connection does not have the role. */
  log?: Log | undefined
  /** Settings of PostgreSQL for each connection, by name. */
  settings?: Record<string, string>
}

/** Creates a pool that survives the end of its connections. Opens none by itself. */
export function openPool(url: string, { role, log, settings, ...options }: OpenPool): Pool {
  const pool = new Pool({
    ...connectionOptions(url, { ...settings, ...(role !== undefined && { role }) }),
    ...(role !== undefined && { verify: demandRole(role, log) }),
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    idleTimeoutMillis: IDLE_TIMEOUT,
    application_name: 'weft',
    ...options,
  })
  // A connection that dies is replaced at the next use; without listeners it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
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

/** When the oldest usable connection of a pool may have been opened, and when each was opened, both by `performance.now`. */
const goodFrom = new WeakMap<Pool, number>()
const opened = new WeakMap<PoolClient, number>()
/** Milliseconds that pass at least before connections are replaced again while the database stays read-only. */
const RENEW_EVERY = 1_000

/** Takes a connection of the pool, which belongs to the caller until `giveBack`. */
export async function take(pool: Pool): Promise<PoolClient> {
  for (;;) {
    const client = await pool.connect()
    const since = opened.get(client)
    if (since === undefined) opened.set(client, performance.now())
    if (since === undefined || since >= (goodFrom.get(pool) ?? 0)) return client
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
const names = new Map<string, string>()

function nameOf(text: string, values: readonly unknown[]): string | undefined {
  if (values.length === 0 || values.length > MOST_VALUES) return undefined
  let name = names.get(text)
  if (name === undefined && names.size < MOST_STATEMENTS) names.set(text, (name = `weft_${names.size}`))
  return name
}

/** Returns the connection as Kysely takes it, with statements planned once, not at every call: most of the cost of a short one. */
function preparing(client: PoolClient, release: () => void, failed: (error: unknown) => void = () => {}): PostgresPoolClient {
  const query = async (text: string, values: unknown[]) => {
    const name = nameOf(text, values)
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
