import { randomInt } from 'node:crypto'
import type { Client, PoolClient, PoolConfig } from 'pg'
import type { Log } from '../kernel/log.ts'
import { demandAddress, placeOf, UnusableDatabase, type UrlSetting } from './address.ts'
import { addressOf, askSession, type Hosts, hostsOf, NoHostServes, type OpenClient, openClient } from './hosts.ts'

export { UnusableDatabase }

/** PostgreSQL's own number of the oldest supported version: 15. */
const OLDEST_POSTGRES = 150_000
/** Milliseconds that the first connection may take. */
const FIRST_CONNECTION = 10_000

/** The two addresses of one database. They are the same unless the server signs in as another user than the owner. */
export interface DatabaseUrls {
  /** For serving: its user may become each of the two roles of `row-security.ts`, and needs no other right. */
  url: string
  /** For migrations, backups and restores. */
  owner_url: string
}

const poolerBefore = (setting: UrlSetting) =>
  `${setting} leads through a pooler, such as pgbouncer, that drops what Weft asks of each connection (the role that keeps accounts apart): name PostgreSQL itself`
const POOLER = poolerBefore('DATABASE_URL')

/**
 * Returns a pool's check of each new connection, which must be what the address asks for and have `role`: a pooler may have dropped it, and
 * row-level security depends on it. A connection without it is destroyed and never used. Costs one round trip for each new connection;
 * undefined if there is nothing to check.
 */
export function demandSession(hosts: Hosts, role: string | undefined, log?: Log): PoolConfig['verify'] {
  if (role === undefined && hosts.wanted === 'any') return undefined
  let warned = false
  async function verify(client: PoolClient): Promise<void> {
    const session = await askSession(client)
    hosts.demand(session, addressOf(client, hosts))
    const right = role === undefined || session.role === role
    // Logged once, until a connection is right again: a busy pool would fill the log.
    if (!right && !warned) log?.error('a connection to the database was refused', { reason: POOLER })
    warned = !right
    if (!right) throw new UnusableDatabase(POOLER)
  }
  async function answer(client: PoolClient, done: (error?: Error) => void): Promise<void> {
    try {
      await verify(client)
    } catch (error) {
      return done(error as Error)
    }
    done()
  }
  return (client, done) => void answer(client, done)
}

/**
 * Connects to the database at `url` once.
 * @throws UnusableDatabase if that fails, if the PostgreSQL is too old, or if a pooler in front of it drops settings
 */
export async function demandDatabase(url: string, setting: UrlSetting = 'DATABASE_URL'): Promise<void> {
  demandAddress(url, setting)
  await onConnection(url, { settings: { 'weft.start': 'kept' } }, async (client) => {
    const { rows } = await client.query<{ version: string; start: string | null }>(
      `select current_setting('server_version_num') as version, current_setting('weft.start', true) as start`,
    )
    if (rows[0]?.start !== 'kept') throw new UnusableDatabase(poolerBefore(setting))
    if (Number(rows[0]?.version) < OLDEST_POSTGRES)
      throw new UnusableDatabase(`${setting} names a PostgreSQL older than 15; Weft needs 15 or newer`)
  }).catch((error: unknown) => {
    throw explainConnection(error, url, setting)
  })
}

/**
 * Checks that both addresses lead to the same database of the same server.
 * @throws UnusableDatabase if they do not
 */
export async function demandSameDatabase({ url, owner_url }: DatabaseUrls): Promise<void> {
  // An advisory lock is visible in its own database alone.
  const lock = `(${randomInt(2 ** 31)}, ${randomInt(2 ** 31)})`
  const free = await onConnection(owner_url, {}, async (owner) => {
    await owner.query(`select pg_advisory_lock${lock}`)
    return onConnection(url, {}, async (client) => {
      const { rows } = await client.query<{ free: boolean }>(`select pg_try_advisory_lock${lock} as free`)
      return rows[0]?.free
    })
  })
  if (free) throw new UnusableDatabase('WEFT_DATABASE_OWNER_URL and DATABASE_URL lead to different databases: they must name the same one')
}

/** Returns warnings for the operator: about the database's settings, and about rights of its user that the server does not need. */
export const adviceOnDatabase = (url: string): Promise<string[]> =>
  onConnection(url, { keepsJit: true }, async (client) => {
    const { rows } = await client.query<{ jit: boolean; superuser: boolean }>(
      `select current_setting('jit') = 'on' and pg_jit_available() as jit,
         (select rolsuper from pg_roles where rolname = session_user) as superuser`,
    )
    const advice: string[] = []
    if (rows[0]?.jit)
      advice.push(
        'JIT is on for the database, which makes its own upkeep (autovacuum, analyze) slow: its owner turns it off by `alter database … set jit = off`',
      )
    if (rows[0]?.superuser)
      advice.push(
        'the user of DATABASE_URL is a superuser, which serving does not need: docs/database.md says how to make one that is none',
      )
    return advice
  })

async function onConnection<T>(url: string, options: OpenClient, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await openClient(url, { ...options, connectionTimeoutMillis: FIRST_CONNECTION, application_name: 'weft start' })
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Returns an error of connecting to `url` as one sentence for the operator. */
export function explainConnection(error: unknown, url: string, setting: UrlSetting = 'DATABASE_URL'): UnusableDatabase {
  if (error instanceof NoHostServes) return new UnusableDatabase(`none of the hosts of ${setting} can be used: ${error.reasons.join('; ')}`)
  if (error instanceof UnusableDatabase) return error
  const { where, user, database } = placeOf(hostsOf(url).chosen)
  const { code = '', message } = error as NodeJS.ErrnoException
  const because = (sentence: string) => new UnusableDatabase(sentence, { cause: error })
  if (/unsupported startup parameter/i.test(message)) return because(poolerBefore(setting))
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return because(`${setting} names a host that is not known: ${where}`)
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return because(`nothing answers at ${where}, which ${setting} names`)
  if (code === 'ETIMEDOUT' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH' || /timeout/.test(message))
    return because(`${where}, which ${setting} names, cannot be reached or does not answer`)
  if (code === 'ECONNRESET' || code === 'EPIPE' || /Connection terminated/.test(message))
    return because(`${where}, which ${setting} names, ends the connection: it may be no PostgreSQL`)
  if (/does not support SSL/.test(message)) return because(`the PostgreSQL at ${where} has no TLS, which sslmode in ${setting} asks for`)
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code))
    return because(
      `the certificate of the PostgreSQL at ${where} is not trusted (${message}); sslrootcert in ${setting} names its authority`,
    )
  if (/client password must be a string/.test(message))
    return because(`the PostgreSQL at ${where} asks the user ${user} for a password, and ${setting} has none`)
  if (code === '28P01' || code === '28000') return because(`the PostgreSQL at ${where} refuses the user of ${setting}: ${message}`)
  if (code === '3D000') return because(`${setting} names the database ${database}, which the PostgreSQL at ${where} does not have`)
  if (code === '42501') return because(`the user ${user} of the database lacks a right: ${message}; docs/database.md says which it needs`)
  if (code === '25006') return because(`the PostgreSQL at ${where} only reads: ${setting} must name the primary, or several hosts`)
  return because(`the database of ${setting} cannot be used: ${message.split('\n', 1)[0]}`)
}
