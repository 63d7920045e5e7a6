import { randomInt } from 'node:crypto'
import { Client, type ClientConfig, type PoolConfig } from 'pg'
import type { Log } from '../kernel/log.ts'

/**
 * Thrown for a database that this program cannot use; the message is one sentence for the operator and never holds the password.
 * The code is PostgreSQL's for a connection that was not established, so that a call that fails with it is answered with 503.
 */
export class UnusableDatabase extends Error {
  readonly code = '08004'
}

/** PostgreSQL's own number of the oldest supported version: 15. */
const OLDEST_POSTGRES = 150_000
/** Milliseconds that the first connection may take. */
const FIRST_CONNECTION = 10_000
/** Milliseconds that a new connection may take to say which role it has. */
const ROLE_ANSWER = 5_000
const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

/** The two addresses of one database. They are the same unless the server signs in as another user than the owner. */
export interface DatabaseUrls {
  /** For serving: its user may become each of the two roles of `row-security.ts`, and needs no other right. */
  url: string
  /** For migrations, backups and restores. */
  owner_url: string
}

/** The setting that an address comes from; error messages name it. */
export type UrlSetting = 'DATABASE_URL' | 'WEFT_DATABASE_OWNER_URL'

const poolerBefore = (setting: UrlSetting) =>
  `${setting} leads through a pooler, such as pgbouncer, that drops what Weft asks of each connection (the role that keeps accounts apart): name PostgreSQL itself`
const POOLER = poolerBefore('DATABASE_URL')

/**
 * Returns how to connect to the database at `url`: every connection of the program uses these options. JIT is off, because the short
 * statements of this program cost a hundred times more with it.
 * @param settings further settings of PostgreSQL for the whole connection, by name
 */
export function connectionOptions(url: string, settings: Record<string, string> = {}): Pick<ClientConfig, 'connectionString' | 'options'> {
  const [address = '', query] = url.split('?', 2)
  const parameters = new URLSearchParams(query)
  // The driver prefers options in the address to those given separately: the role would be lost.
  const given = parameters.getAll('options')
  parameters.delete('options')
  return {
    connectionString: given.length === 0 ? url : `${address}?${parameters}`,
    options: [...given, ...Object.entries({ jit: 'off', ...settings }).map(([name, value]) => `-c ${name}=${value}`)].join(' '),
  }
}

/**
 * Returns a pool's check of each new connection, which must have `role`: a pooler may have dropped it, and row-level security
 * depends on it. A connection without it is destroyed and never used. Costs one round trip for each new connection.
 */
export function demandRole(role: string, log?: Log): NonNullable<PoolConfig['verify']> {
  let warned = false
  return (client, done) => {
    const asked = { text: `select current_setting('role') as role`, query_timeout: ROLE_ANSWER } as { text: string }
    client.query<{ role: string }>(asked, (error, result) => {
      if (error) return done(error)
      const right = result.rows[0]?.role === role
      // Logged once, until a connection is right again: a busy pool would fill the log.
      if (!right && !warned) log?.error('a connection to the database was refused', { reason: POOLER })
      warned = !right
      done(right ? undefined : new UnusableDatabase(POOLER))
    })
  }
}

/**
 * Connects to the database at `url` once.
 * @throws UnusableDatabase if that fails, if the PostgreSQL is too old, or if a pooler in front of it drops settings
 */
export async function demandDatabase(url: string, setting: UrlSetting = 'DATABASE_URL'): Promise<void> {
  demandAddress(url, setting)
  await onConnection(connectionOptions(url, { 'weft.start': 'kept' }), async (client) => {
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
  const free = await onConnection(connectionOptions(owner_url), async (owner) => {
    await owner.query(`select pg_advisory_lock${lock}`)
    return onConnection(connectionOptions(url), async (client) => {
      const { rows } = await client.query<{ free: boolean }>(`select pg_try_advisory_lock${lock} as free`)
      return rows[0]?.free
    })
  })
  if (free) throw new UnusableDatabase('WEFT_DATABASE_OWNER_URL and DATABASE_URL lead to different databases: they must name the same one')
}

/** Returns warnings for the operator: about the database's settings, and about rights of its user that the server does not need. */
export const adviceOnDatabase = (url: string): Promise<string[]> =>
  onConnection({ connectionString: url }, async (client) => {
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

async function onConnection<T>(options: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ ...options, connectionTimeoutMillis: FIRST_CONNECTION, application_name: 'weft start' })
  // A connection that dies fails the statement under way; without a listener it would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Checks an address. @throws UnusableDatabase if it cannot be read, or has something that the driver would silently ignore */
function demandAddress(url: string, setting: UrlSetting): void {
  const authority = /^\w+:\/\/([^/?#]*)/.exec(url)?.[1] ?? ''
  const parameters = new URLSearchParams(url.split('?', 2)[1])
  if (authority.slice(authority.lastIndexOf('@') + 1).includes(',') || parameters.get('host')?.includes(','))
    throw new UnusableDatabase(
      `${setting} names several hosts, which is not supported: name one that always leads to the primary, such as a proxy in front of them`,
    )
  const mode = parameters.get('sslmode')
  if (mode !== null && !SSL_MODES.includes(mode))
    throw new UnusableDatabase(`${setting} has an sslmode that is not known; it is one of ${SSL_MODES.join(', ')}`)
  try {
    placeOf(url)
  } catch (error) {
    const { syscall, path } = error as NodeJS.ErrnoException
    if (syscall !== undefined && path !== undefined)
      throw new UnusableDatabase(`${setting} names ${path}, a file for TLS that cannot be read`)
    throw new UnusableDatabase(
      `${setting} cannot be read: it is like postgres://user:password@host:5432/database, and characters such as @, /, # and ? in a password are written as %40, %2F, %23 and %3F`,
    )
  }
}

/** Returns the host, user and database of an address, as the driver reads it. */
function placeOf(url: string): { where: string; user: string; database: string } {
  const { host, port, user, database } = new Client({ connectionString: url })
  if (!Number.isInteger(port)) throw new Error('no port')
  return { where: host.startsWith('/') ? host : `${host}:${port}`, user: user ?? '', database: database ?? '' }
}

/** Returns an error of connecting to `url` as one sentence for the operator. */
export function explainConnection(error: unknown, url: string, setting: UrlSetting = 'DATABASE_URL'): UnusableDatabase {
  if (error instanceof UnusableDatabase) return error
  const { where, user, database } = placeOf(url)
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
  if (code === '25006') return because(`the PostgreSQL at ${where} only reads: ${setting} must name the primary`)
  return because(`the database of ${setting} cannot be used: ${message.split('\n', 1)[0]}`)
}
