import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { Pool, type PoolClient, type PoolConfig } from 'pg'

const CONNECT_TIMEOUT = 2_000
const IDLE_TIMEOUT = 60_000

/** A pool that outlives its connections. Opens none by itself. */
export function openPool(url: string, options: PoolConfig): Pool {
  const pool = new Pool({
    connectionString: url,
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

/** Resolves when PostgreSQL has let go of every connection, which `Pool.end` does not wait for. */
export async function endPool(pool: Pool): Promise<void> {
  let open = pool.totalCount
  const gone = new Promise<void>((done) => {
    if (open === 0) done()
    pool.on('remove', () => --open === 0 && done())
  })
  await pool.end()
  await gone
}

/** Statements with more values than this are bulk writes, whose text depends on how many rows they carry. */
const MOST_VALUES = 32
/** Each connection keeps the plans of so many statements at most; what comes later is planned each time. */
const MOST_STATEMENTS = 500

/**
 * A pool for Kysely whose statements are planned once a connection instead of at every call, which is most of what a short one
 * costs. A connection that comes back inside a transaction is closed, never reused.
 */
export function preparing(pool: Pool): PostgresPool {
  const names = new Map<string, string>()
  const clients = new WeakMap<PoolClient, PostgresPoolClient>()

  function nameOf(text: string, values: readonly unknown[]): string | undefined {
    if (values.length === 0 || values.length > MOST_VALUES) return undefined
    let name = names.get(text)
    if (name === undefined && names.size < MOST_STATEMENTS) names.set(text, (name = `weft_${names.size}`))
    return name
  }

  function prepare(client: PoolClient): PostgresPoolClient {
    const query = (text: string, values: unknown[]) => {
      const name = nameOf(text, values)
      return client.query(name === undefined ? { text, values } : { text, values, name })
    }
    return {
      query: query as unknown as PostgresPoolClient['query'],
      release: () => client.release(client.getTransactionStatus() !== 'I'),
    }
  }

  return {
    async connect() {
      const client = await pool.connect()
      let prepared = clients.get(client)
      if (!prepared) clients.set(client, (prepared = prepare(client)))
      return prepared
    },
    end: () => endPool(pool),
    options: pool.options,
  }
}
