import { Client } from 'pg'

/**
 * Thrown for a database that this program cannot use; the message is one sentence for the operator and never holds the password.
 * The code is PostgreSQL's for a connection that was not established, so that a call that fails with it is answered with 503.
 */
export class UnusableDatabase extends Error {
  readonly code = '08004'
}

/** The setting that an address comes from; error messages name it. */
export type UrlSetting = 'DATABASE_URL' | 'WEFT_DATABASE_OWNER_URL' | 'WEFT_READ_DATABASE_URL'

/** The kinds of server that an address may ask for, as libpq defines them (PostgreSQL documentation, `target_session_attrs`). */
const SESSION_ATTRIBUTES = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const
export type SessionAttributes = (typeof SESSION_ATTRIBUTES)[number]

/** The address of a database, read. */
export interface Address {
  /** For each host, in order, an address with this host alone, as the driver takes it. */
  hosts: readonly [string, ...string[]]
  wanted: SessionAttributes
  /** Command-line options for PostgreSQL that the address holds. */
  options: readonly string[]
}

const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']
const HOST = /^(?:\[[\da-f:.]+\]|[^[\]:@]+)(?::(?<port>\d*))?$/i
const MOST_PORT = 65_535

/**
 * Reads an address such as `postgres://user:password@host1:5432,host2/database?target_session_attrs=read-write`. Of several hosts one that
 * takes writes is wanted unless the address says otherwise, because a server of Weft can do nothing without.
 * @throws UnusableDatabase naming what is wrong with the list of hosts or with what is wanted of them
 */
export function readAddress(url: string, setting: UrlSetting = 'DATABASE_URL'): Address {
  const wrong = (sentence: string) => new UnusableDatabase(`${setting} ${sentence}`)
  const [, scheme = '', authority = '', path = '', query] = /^(\w+:\/\/)?([^/?#]*)([^?]*)(?:\?(.*))?$/s.exec(url) ?? []
  const parameters = new URLSearchParams(query)
  const userEnd = authority.lastIndexOf('@') + 1
  const named = authority.slice(userEnd).split(',')
  if (parameters.get('host')?.includes(',') || parameters.get('port')?.includes(','))
    throw wrong('names several hosts or ports behind the question mark: write them in front of the database, as host1:5432,host2:5432')
  // A password that holds an unwritten / or ? ends the list too early: its pieces must not be quoted.
  if (named.length > 1 && userEnd === 0 && /@/.test(`${path}${query ?? ''}`)) throw unreadable(setting)
  if (named.length > 1)
    for (const [at, host] of named.entries()) {
      if (host === '') throw wrong(`names several hosts, and number ${at + 1} of them is empty`)
      const match = HOST.exec(host)
      if (!match) throw wrong(`names several hosts, and ${host} is none: it is like host:5432, or [::1]:5432 for an IPv6 address`)
      const port = match.groups?.['port']
      if (port !== undefined && !(Number(port) >= 1 && Number(port) <= MOST_PORT))
        throw wrong(`names several hosts, and the port of ${host} is no number from 1 to ${MOST_PORT}`)
    }

  const asked = parameters.get('target_session_attrs')
  const wanted = SESSION_ATTRIBUTES.find((one) => one === (asked ?? (named.length > 1 ? 'read-write' : 'any')))
  if (wanted === undefined)
    throw wrong(`has a target_session_attrs that is not known: ${asked}; it is one of ${SESSION_ATTRIBUTES.join(', ')}`)
  if (!['disable', null].includes(parameters.get('load_balance_hosts')))
    throw wrong('has load_balance_hosts, which is not supported: the host that served last is tried first')

  const options = parameters.getAll('options')
  const own = ['options', 'target_session_attrs', 'load_balance_hosts'].filter((name) => parameters.has(name))
  for (const name of own) parameters.delete(name)
  const hosts = named.map((host) =>
    named.length === 1 && own.length === 0
      ? url
      : `${scheme}${authority.slice(0, userEnd)}${host}${path}${parameters.size > 0 ? `?${parameters}` : ''}`,
  )
  return { hosts: hosts as [string, ...string[]], wanted, options }
}

/** Checks an address. @throws UnusableDatabase if it cannot be read, or has something that the driver would silently ignore */
export function demandAddress(url: string, setting: UrlSetting): void {
  const { hosts, wanted } = readAddress(url, setting)
  if (setting !== 'WEFT_READ_DATABASE_URL' && ['standby', 'prefer-standby', 'read-only'].includes(wanted))
    throw new UnusableDatabase(
      `${setting} asks for a server that takes no writes (target_session_attrs=${wanted}), which only WEFT_READ_DATABASE_URL may`,
    )
  const mode = new URLSearchParams(url.split('?', 2)[1]).get('sslmode')
  if (mode !== null && !SSL_MODES.includes(mode))
    throw new UnusableDatabase(`${setting} has an sslmode that is not known; it is one of ${SSL_MODES.join(', ')}`)
  for (const host of hosts)
    try {
      placeOf(host)
    } catch (error) {
      const { syscall, path } = error as NodeJS.ErrnoException
      if (syscall !== undefined && path !== undefined)
        throw new UnusableDatabase(`${setting} names ${path}, a file for TLS that cannot be read`)
      throw unreadable(setting)
    }
}

const unreadable = (setting: UrlSetting) =>
  new UnusableDatabase(
    `${setting} cannot be read: it is like postgres://user:password@host:5432/database, and characters such as @, /, # and ? in a password are written as %40, %2F, %23 and %3F`,
  )

/** Returns the host, user and database of an address with one host, as the driver reads it. */
export function placeOf(address: string): { where: string; user: string; database: string } {
  const { host, port, user, database } = new Client({ connectionString: address })
  if (!Number.isInteger(port)) throw new Error('no port')
  return { where: host.startsWith('/') ? host : `${host}:${port}`, user: user ?? '', database: database ?? '' }
}
