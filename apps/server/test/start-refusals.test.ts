import { randomUUID } from 'node:crypto'
import net from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { databaseUrl } from './global-setup.ts'
import { endPrograms, SERVE_COMMAND, SERVES, settingsOf, startProgram } from './programs.ts'
import { type Ended, runWeft, serverSettings } from './run-weft.ts'
import { startStartupProxy } from './startup-proxy.ts'
import { createDatabase } from './world.ts'

const PASSWORD = `hidden${randomUUID()}`
const server = new URL(inject('postgres'))
let admin: Client
let dir: string
/** Names of roles and databases of this run. */
const plain = `plain_${randomUUID().slice(0, 8)}`
const powerless = `powerless_${randomUUID().slice(0, 8)}`
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'weft-start-'))
  admin = new Client({ connectionString: server.toString() })
  await admin.connect()
  await admin.query(`create role ${plain} login createrole password '${PASSWORD}'; create role ${powerless} login password '${PASSWORD}'`)
  await admin.query(`grant weft_app, weft_system to ${plain} with admin option`)
})
afterAll(async () => {
  await admin.end()
  await rm(dir, { recursive: true })
})

const weft = (args: string[], settings: Record<string, string>): Promise<Ended> =>
  runWeft(args, serverSettings({ WEFT_DATA_DIR: path.join(dir, 'data'), ...settings }))

/** Expects exit code 1, or `expected`, and exactly one sentence, which names neither the password nor a place in the sources. */
function expectRefusal({ code, stderr }: Ended, sentence: RegExp, expected = 1): void {
  expect(stderr).toMatch(/^weft: [^\n]+\n$/)
  expect(stderr).toMatch(sentence)
  expect(stderr).not.toMatch(/hidden|Error:|\.ts:/)
  expect(code).toBe(expected)
}

async function emptyDatabase(owner: string): Promise<string> {
  const name = `start_${randomUUID().replaceAll('-', '')}`
  await admin.query(`create database ${name} owner ${owner}`)
  return name
}

const at = (change: Partial<Record<'hostname' | 'port' | 'username' | 'password' | 'pathname' | 'search', string>>): string =>
  Object.assign(new URL(server), { username: plain, password: PASSWORD, ...change }).toString()

const unusedPort = async (): Promise<number> => {
  const probe = net.createServer()
  await new Promise<void>((listening) => probe.listen(0, '127.0.0.1', listening))
  const { port } = probe.address() as net.AddressInfo
  await new Promise((closed) => probe.close(closed))
  return port
}

describe('a database address that cannot be used', () => {
  it.each<[string, () => string | Promise<string>, RegExp]>([
    ['an empty one of several hosts', () => `postgres://u:${PASSWORD}@a,,b/weft`, /several hosts, and number 2 of them is empty/],
    [
      'several hosts of which none serves',
      async () => {
        const name = await emptyDatabase(plain)
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
    [
      'a refused port',
      async () => at({ port: String(await unusedPort()) }),
      /nothing answers at 127\.0\.0\.1:\d+, which DATABASE_URL names/,
    ],
    ['a wrong password', () => at({ password: 'hidden' }), /refuses the user of DATABASE_URL: password authentication failed/],
    ['an unknown user', () => at({ username: 'nobody_here' }), /refuses the user of DATABASE_URL: .*nobody_here/],
    ['no password', () => at({ password: '' }), /asks the user plain_\w+ for a password, and DATABASE_URL has none/],
    ['an unknown database', () => at({ pathname: '/not_there' }), /names the database not_there, which the PostgreSQL at .* does not have/],
    [
      'a user without rights',
      () => at({ username: powerless, pathname: '/postgres' }),
      /the user powerless_\w+ of the database lacks a right: /,
    ],
    [
      'another protocol',
      async () => {
        const other = net.createServer((socket) => socket.on('error', () => {}).end('HTTP/1.1 400 Bad Request\r\n\r\n'))
        await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening))
        other.unref()
        return at({ port: String((other.address() as net.AddressInfo).port) })
      },
      /ends the connection: it may be no PostgreSQL/,
    ],
    [
      'an old PostgreSQL',
      async () => {
        // The start asks only this about the version; it is answered as version 14 would.
        const name = await emptyDatabase(plain)
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
        const name = await emptyDatabase(plain)
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
  ])('is refused in one sentence: %s', async (_what, url, sentence) => {
    expectRefusal(await weft(['server'], { DATABASE_URL: await url() }), sentence)
  })

  it.each([
    [['start']],
    [['migrate']],
    [['backup', '/tmp/never-written']],
    [['restore', '/tmp/never-read']],
    [['operator', 'create', '--username', 'a', '--role', 'admin']],
    [['documents', 'import', 'handbook']],
    [['fleet-members', '--account', '1']],
    [['secret', 'status']],
  ])('is also refused by weft %s', async (args) => {
    expectRefusal(await weft(args, { DATABASE_URL: `postgres://u:${PASSWORD}@a,/weft` }), /DATABASE_URL names several hosts/)
  })
})

it.each([[['server']], [['secret', 'status']]])(
  'a secret that did not seal this database is refused in one sentence by weft %j',
  async (args) => {
    const DATABASE_URL = await createDatabase()
    expect(await weft(['secret', 'status'], { DATABASE_URL, WEFT_SECRET: 'first'.repeat(10) })).toMatchObject({ code: 0 })
    const refused = await weft(args, { DATABASE_URL, WEFT_SECRET: 'hidden'.repeat(10) })
    expectRefusal(refused, /WEFT_SECRET, .*, is not the secret that this database was sealed with/)
    expect(refused.stderr).not.toContain('first')
  },
)

describe('a command line that cannot be carried out', () => {
  it.each<[string[], RegExp]>([
    [['serve'], /there is no command serve; weft --help lists them/],
    [['--serve'], /there is no command --serve/],
    [['start', '--port'], /weft start takes no arguments, and there is no --port; docs\/configuration\.md lists the settings/],
    [['server', '--port', '80'], /weft server takes no arguments, and there is no --port/],
    [['migrate', 'now'], /weft migrate has no place for now; weft migrate --help explains/],
    [['operator', 'create', '--name', 'x'], /^weft: Unknown option '--name'; weft operator --help explains\n/],
    [['operator', 'create', '--username'], /^weft: Option '--username <value>' argument missing; weft operator/],
    [['operator', 'create', 'x'], /weft operator has no place for x/],
    [['operator', 'change'], /weft operator create\|/],
    [['backup'], /name one file; weft backup --help explains/],
    [['backup', '--all', 'file'], /Unknown option '--all'; weft backup/],
    [['restore', 'file', '--force'], /Unknown option '--force'; weft restore/],
    [['documents', 'export', 'x'], /weft documents has one form: weft documents import DIR/],
    [['fleet-members', '--acount', '1'], /Unknown option '--acount'; weft fleet-members/],
    [['fleet-members', '--routers', 'many'], /--routers and --apps are numbers up to 10000/],
    [['secret'], /weft secret has one form: weft secret status/],
  ])('is refused in one sentence, with exit code 2: weft %j', async (args, sentence) => {
    expectRefusal(await weft(args, { DATABASE_URL: at({ hostname: 'db.invalid' }) }), sentence, 2)
  })
})

describe('the help', () => {
  it.each([[['--help']], [['-h']], [['help']], [[]]])(
    'names every command and option, also where a setting is wrong: weft %j',
    async (args) => {
      const { code, stdout, stderr } = await weft(args, { WEFT_HTTP_PORT: 'http' })
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      for (const word of [
        'start',
        'server',
        'migrate',
        'backup',
        'restore',
        'operator',
        'documents',
        'secret',
        'agent',
        'fleet',
        'fleet-members',
      ])
        expect(stdout).toMatch(new RegExp(`^weft ${word}( |$)`, 'm'))
      for (const option of [
        'replace',
        'username',
        'role',
        'password',
        'password-stdin',
        'account',
        'routers',
        'apps',
        'operator',
        'activated',
      ])
        expect(stdout).toMatch(new RegExp(`^    --${option} `, 'm'))
    },
  )

  it.each([
    [['start', '--help'], /^weft start .*\n.*docs\/configuration\.md/],
    [['restore', '-h'], /^weft restore FILE \[--key KEYFILE\] \[--replace\]\n[^]* {4}--replace /],
    [['help', 'operator'], /^weft operator create /],
  ])('explains one command: weft %j', async (args, text) => {
    const { code, stdout } = await weft(args, {})
    expect(stdout).toMatch(text)
    expect(stdout).not.toContain('weft migrate')
    expect(code).toBe(0)
  })
})

it('a database with a changed migration is refused in one sentence', async () => {
  const DATABASE_URL = await createDatabase()
  const client = new Client({ connectionString: DATABASE_URL })
  await client.connect()
  await client.query(`update kysely_migration set checksum = 'another' where name = '0003-members'`)
  await client.end()
  for (const args of [['migrate'], ['server']])
    expectRefusal(await weft(args, { DATABASE_URL }), /the migration 0003-members was changed after this database had it/)
})

it('a start waits while PostgreSQL has no connection left, says so, and serves once there is one', async () => {
  const name = await emptyDatabase(plain)
  await admin.query(`alter database ${name} with connection limit 0`)
  const program = startProgram(SERVE_COMMAND, settingsOf(at({ pathname: name })))
  try {
    await program.said(/the start waits for the database/)
    expect(program.child.exitCode).toBeNull()
    await admin.query(`alter database ${name} with connection limit -1`)
    await program.said(SERVES)
  } finally {
    await endPrograms()
  }
})
