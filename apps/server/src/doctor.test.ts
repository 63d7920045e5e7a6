import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { serverSettings } from '../test/run-weft.ts'
import { startStartupProxy } from '../test/startup-proxy.ts'
import { createDatabase } from '../test/world.ts'
import { connect } from './db/client.ts'
import { unlockInstallation } from './domains/foundation/installation/secret.service.ts'
import { examine } from './doctor.ts'
import { noteBackup } from './kernel/installation.ts'
import { readSettings } from './kernel/settings.ts'

const SECRET = 'the secret of an installation with thirty-two characters'

async function newFolder(): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'weft-doctor-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

interface Examined {
  /** Whether a backup was made just now. */
  backedUp?: boolean
  /** The data directory, in place of a new one. */
  dir?: string
  /** Returns the address by which the server reaches the database. */
  through?: (url: string) => Promise<string>
}

/** Returns what is found of a database whose secret is `SECRET`, with the sentences of the wrong things by what they are about. */
async function wrongsOf(
  change: string,
  more: Record<string, string> = {},
  { backedUp = false, dir, through = async (url) => url }: Examined = {},
): Promise<Record<string, string[]>> {
  dir ??= await newFolder()
  const url = await createDatabase()
  const db = connect(url, { connections: 2 })
  await unlockInstallation(db, [SECRET])
  await db.close()
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(change)
  await client.end()
  // Port 1 has nobody, on any machine.
  const ports = { WEFT_HTTP_PORT: '1', WEFT_OPS_PORT: '1', WEFT_AGENT_PORT: '1', WEFT_METRICS_PORT: '1' }
  const settings = readSettings(serverSettings({ DATABASE_URL: url, WEFT_DATA_DIR: dir, WEFT_SECRET: SECRET, ...ports, ...more }))
  if (backedUp) noteBackup(settings, 'backup')
  const found: Record<string, string[]> = {}
  for (const { about, wrong, sentence } of await examine(settings, { url: await through(url), owner_url: url }, 500))
    if (wrong) (found[about] ??= []).push(sentence)
  return found
}

it('finds a database in order, and names each address at which nothing answers', async () => {
  const found = await wrongsOf('select', {}, { backedUp: true })
  // The tests' database is used by its superuser.
  expect(Object.keys(found)).toEqual(['database', 'addresses'])
  expect(found['database']).toEqual([expect.stringMatching(/superuser/)])
  expect(found['addresses']).toHaveLength(5)
  expect(found['addresses']).toContain('nothing answers at 127.0.0.1:1, where agent belongs: start the server')
})

it('finds a missing backup, a wrong secret, a missing migration and too many servers for the connections', async () => {
  const servers = Array.from({ length: 12 }, () => `('${randomUUID()}')`).join(', ')
  const found = await wrongsOf(
    `delete from kysely_migration where name = '0059-message-members'; insert into instance (instance_id) values ${servers}`,
    { WEFT_SECRET: `another one: ${SECRET}` },
  )
  expect(found['backup']).toEqual([expect.stringMatching(/^no backup was made with this data directory/)])
  expect(found['secret']).toEqual([expect.stringMatching(/is not the secret that this database was sealed with/)])
  expect(found['schema']).toEqual([expect.stringMatching(/^0059-message-members is not applied: run weft migrate/)])
  expect(found['database']).toContainEqual(
    expect.stringMatching(/^it takes 397 connections, and 12 servers need 500: raise max_connections$/),
  )
})

it('names the networks whose members may trust an authority that ends within a year, and those of which the end is not known', async () => {
  const inDays = (days: number | null) => (days === null ? 'null' : `'${new Date(Date.now() + days * 86_400_000).toISOString()}'`)
  const row = (number: string, days: number | null) => `(1, '${number}', 'certificate', 'key', 'tls-crypt', ${inDays(days)})`
  const found = await wrongsOf(
    `set session_replication_role = replica;
     insert into network_authority (account_id, network_number, certificate, sealed_key, sealed_tls_crypt, expire_time) values
       ${[row('1000000001', 364), row('1000000002', 200), row('1000000003', 366), row('1000000004', -1), row('1000000005', null)].join(', ')}`,
    {},
    { backedUp: true },
  )
  expect(found['authorities']).toEqual([
    expect.stringMatching(/ends within a year or has ended: 1000000004, 1000000002, 1000000001; have the profiles/),
    expect.stringMatching(/is not known yet: 1000000005; a process with the role jobs/),
  ])
})

it('finds a NATS that does not answer, without its password in the sentence', async () => {
  const found = await wrongsOf('select', { WEFT_NATS_URL: 'nats://weft:hidden@127.0.0.1:1' })
  expect(found['events']).toEqual(['NATS cannot be reached at 127.0.0.1:1, which WEFT_NATS_URL names'])
})

it('finds a database that only reads', async () => {
  const found = await wrongsOf(
    `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
  )
  expect(found['writes']).toEqual([expect.stringMatching(/^the database takes none: /)])
})

it('finds a pooler that drops the roles, and one through which LISTEN receives nothing', async () => {
  const proxy = async (url: string, drop: 'dropOptions' | 'dropNotifications') => {
    const made = await startStartupProxy(url, { dropping: false })
    onTestFinished(() => made.close())
    made[drop]()
    return made.url
  }
  const withoutRoles = await wrongsOf('select', {}, { through: (url) => proxy(url, 'dropOptions') })
  expect(withoutRoles['roles']).toEqual([expect.stringMatching(/^DATABASE_URL leads through a pooler/)])
  const deaf = await wrongsOf('select', {}, { through: (url) => proxy(url, 'dropNotifications') })
  expect(deaf['events']).toEqual([expect.stringMatching(/transaction mode.*LISTEN receives nothing/)])
  expect(deaf).not.toHaveProperty('roles')
})

it('finds a clock of the database that differs', async () => {
  // The doctor asks this function alone, so that it answers as on a machine whose clock is ahead.
  const found = await wrongsOf(`create schema ahead; grant usage on schema ahead to public;
    create function ahead.clock_timestamp() returns timestamptz language sql as $$ select pg_catalog.clock_timestamp() + interval '5 s' $$;
    do $$ begin execute format('alter database %I set search_path = ahead, pg_catalog, public', current_database()); end $$`)
  expect(found['database']).toContainEqual(expect.stringMatching(/^its clock is 5\.\d s ahead of this machine’s: set both by NTP/))
})

it('finds an old backup, a data directory without a secret, and an address of the console that leads elsewhere', async () => {
  const dir = await newFolder()
  const server = createServer((_request, response) => void response.writeHead(502).end())
  server.on('error', () => {})
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  noteBackup({ WEFT_DATA_DIR: dir }, 'old')
  const eightDaysAgo = Date.now() / 1000 - 8 * 86_400
  for (const file of await readdir(dir)) await utimes(path.join(dir, file), eightDaysAgo, eightDaysAgo)
  const { port } = server.address() as AddressInfo
  const found = await wrongsOf('select', { WEFT_SECRET: '', WEFT_PUBLIC_URL: `http://127.0.0.1:${port}` }, { dir })
  expect(found['backup']).toEqual([expect.stringMatching(/^the last backup is 8 days old \(.*old\): run weft backup each day$/)])
  expect(found['secret']).toEqual([expect.stringMatching(/^WEFT_SECRET is not set and WEFT_DATA_DIR has no secret/)])
  expect(found['addresses']).toContainEqual(expect.stringMatching(/ answers 502: WEFT_PUBLIC_URL or the proxy in front/))
})

it.runIf(process.getuid?.() === 0)('finds a disk that is nearly full', async () => {
  const dir = await newFolder()
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'none', dir])
  onTestFinished(() => void execFileSync('umount', ['-l', dir]))
  expect((await wrongsOf('select', {}, { dir }))['disk']).toEqual([expect.stringMatching(/^0\.0 GB are free where .*: make room$/)])
})
