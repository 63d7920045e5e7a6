import { randomUUID } from 'node:crypto'
import net from 'node:net'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import { freePort } from './free-port.ts'
import { databaseUrl } from './global-setup.ts'
import type { Ended } from './run-weft.ts'
import { startStartupProxy } from './startup-proxy.ts'
import { createDatabase } from './world.ts'

const PASSWORD = `hidden${randomUUID()}`

/** Expects exit code 1, or `expected`, and exactly one sentence, which names neither the password nor a place in the sources. */
export function expectRefusal({ code, stderr }: Ended, sentence: RegExp, expected = 1): void {
  expect(stderr).toMatch(/^weft: [^\n]+\n$/)
  expect(stderr).toMatch(sentence)
  expect(stderr).not.toMatch(/hidden|Error:|\.ts:/)
  expect(code).toBe(expected)
}

/** An address of several hosts that is refused before any of them is asked. */
export const UNREADABLE = `postgres://u:${PASSWORD}@a,/weft`

/** Makes two roles on the tests' PostgreSQL, for the file that calls it, and the addresses at which no server can work. */
export function unusableDatabases() {
  const server = new URL(inject('postgres'))
  let admin: Client
  /** Names of roles of this run. */
  const plain = `plain_${randomUUID().slice(0, 8)}`
  const powerless = `powerless_${randomUUID().slice(0, 8)}`
  beforeAll(async () => {
    admin = new Client({ connectionString: server.toString() })
    await admin.connect()
    await admin.query(`create role ${plain} login createrole password '${PASSWORD}'; create role ${powerless} login password '${PASSWORD}'`)
    await admin.query(`grant weft_app, weft_system to ${plain} with admin option`)
  })
  afterAll(() => admin.end())

  async function emptyDatabase(): Promise<string> {
    const name = `start_${randomUUID().replaceAll('-', '')}`
    await admin.query(`create database ${name} owner ${plain}`)
    return name
  }

  const at = (change: Partial<Record<'hostname' | 'port' | 'username' | 'password' | 'pathname' | 'search', string>>): string =>
    Object.assign(new URL(server), { username: plain, password: PASSWORD, ...change }).toString()

  /** Returns the port of what answers as a web server does. */
  async function webServer(): Promise<string> {
    const other = net.createServer((socket) => socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening))
    other.unref()
    return String((other.address() as net.AddressInfo).port)
  }

  /** What is wrong, the address, and the sentence that says so. */
  const cases: [string, () => string | Promise<string>, RegExp][] = [
    ['an empty one of several hosts', () => `postgres://u:${PASSWORD}@a,,b/weft`, /several hosts, and number 2 of them is empty/],
    [
      'several hosts of which none serves',
      async () => {
        const name = await emptyDatabase()
        await admin.query(`alter database ${name} set default_transaction_read_only = on`)
        const { host } = new URL(server)
        return `postgres://${plain}:${PASSWORD}@127.0.0.1:1,${host}/${name}`
      },
      /none of the hosts of DATABASE_URL can be used: 127\.0\.0\.1:\d+ takes no writes; 127\.0\.0\.1:1 cannot be used \(connect ECONNREFUSED/,
    ],
    ['a password with a slash', () => 'postgres://u:hid/hidden@db.example/weft', /DATABASE_URL cannot be read: it is like postgres:/],
    ['an unknown sslmode', () => at({ search: '?sslmode=strict' }), /DATABASE_URL has an sslmode that is not known; it is one of disable,/],
    ['a missing certificate', () => at({ search: '?sslrootcert=/nowhere/ca.pem' }), /names \/nowhere\/ca\.pem, a file for TLS that cannot/],
    ['TLS that is not there', () => at({ search: '?sslmode=verify-full' }), /has no TLS, which sslmode in DATABASE_URL asks for/],
    ['an unknown host', () => at({ hostname: 'db.invalid' }), /DATABASE_URL names a host that is not known: db\.invalid/],
    ['a refused port', async () => at({ port: String(await freePort()) }), /nothing answers at 127\.0\.0\.1:\d+, which DATABASE_URL names/],
    ['a wrong password', () => at({ password: 'hidden' }), /refuses the user of DATABASE_URL: password authentication failed/],
    ['an unknown user', () => at({ username: 'nobody_here' }), /refuses the user of DATABASE_URL: .*nobody_here/],
    ['no password', () => at({ password: '' }), /asks the user plain_\w+ for a password, and DATABASE_URL has none/],
    ['an unknown database', () => at({ pathname: '/not_there' }), /names the database not_there, which the PostgreSQL at .* does not have/],
    [
      'a user without rights',
      () => at({ username: powerless, pathname: '/postgres' }),
      /the user powerless_\w+ of the database lacks a right: /,
    ],
    ['another protocol', async () => at({ port: await webServer() }), /ends the connection: it may be no PostgreSQL/],
    [
      'an old PostgreSQL',
      async () => {
        // The start asks only this about the version; it is answered as version 14 would.
        const name = await emptyDatabase()
        const inside = new Client({ connectionString: databaseUrl(server.toString(), name) })
        await inside.connect()
        await inside.query(`create schema old; grant usage on schema old to public;
          create function old.current_setting(text) returns text language sql as $$ select '140012' $$;
          alter database ${name} set search_path = old, pg_catalog`)
        await inside.end()
        return at({ pathname: `/${name}` })
      },
      /DATABASE_URL names a PostgreSQL older than 15; Weft needs 15 or newer/,
    ],
    [
      'a standby',
      async () => {
        const name = await emptyDatabase()
        await admin.query(`alter database ${name} set default_transaction_read_only = on`)
        return at({ pathname: `/${name}` })
      },
      /only reads: DATABASE_URL must name the primary/,
    ],
    [
      'a pooler that drops options',
      async () => (await startStartupProxy(await createDatabase())).url,
      /leads through a pooler, such as pgbouncer, that drops what Weft asks of each connection/,
    ],
  ]
  return { cases, at, emptyDatabase, ask: (statement: string) => admin.query(statement) }
}
