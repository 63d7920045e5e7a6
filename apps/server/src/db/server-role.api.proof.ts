import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { embeddedUrls } from './embedded/launcher.ts'
import { SERVER_ROLE } from './embedded/server-role.ts'
import { databaseUrl } from '../../test/global-setup.ts'
import { runWeft, serverSettings } from '../../test/run-weft.ts'
import { type ServerProcess, startServerProcess } from '../../test/server-process.ts'
import { SECRET } from '../../test/world.ts'

/** Runs one statement on a connection of its own. @throws PostgreSQL's error */
async function query(url: string, statement: string, options = ''): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url, options, application_name: 'looking' })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
const refusal = (url: string, statement: string, options = ''): Promise<string> =>
  query(url, statement, options).then(
    () => 'allowed',
    (error: unknown) => String((error as { code?: string }).code),
  )

const DENIED = '42501'

describe('a server on the embedded database', () => {
  let server: ServerProcess
  let owner_url: string
  let url: string
  const folder = () => path.join(server.dir, 'postgres')
  beforeAll(async () => {
    server = await startServerProcess({ WEFT_ENV: 'test', WEFT_SECRET: SECRET })
    ;({ owner_url, url } = (await embeddedUrls(folder()))!)
  })
  afterAll(() => server.stop())

  it('has no connection of a superuser: pools, bus and jobs sign in as a role without rights of its own', async () => {
    const rows = await query(
      owner_url,
      `select distinct usename, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication, rolinherit
       from pg_stat_activity join pg_roles on rolname = usename where backend_type = 'client backend' and application_name <> 'looking'`,
    )
    const nobody = {
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolbypassrls: false,
      rolreplication: false,
      rolinherit: false,
    }
    expect(rows).toEqual([{ usename: SERVER_ROLE, ...nobody }])
    const memberships = await query(
      owner_url,
      `select roleid::regrole::text as role, admin_option from pg_auth_members where member = '${SERVER_ROLE}'::regrole order by 1`,
    )
    expect(memberships).toEqual([
      { role: 'weft_app', admin_option: false },
      { role: 'weft_system', admin_option: false },
    ])
    expect(await query(owner_url, `select count(*)::int from pg_class where relowner = '${SERVER_ROLE}'::regrole`)).toEqual([{ count: 0 }])
  })

  it('is ready, runs its jobs, and lets commands run at the same time', async () => {
    const address = `http://127.0.0.1:${server.ports.metrics}/readyz`
    expect(await (await fetch(address)).json()).toEqual({ server: 'ok', database: 'ok', jobs: 'ok', bus: 'ok' })
    const [schedules] = await query(owner_url, `select count(*)::int from graphile_worker._private_known_crontabs`)
    expect(schedules!['count']).toBeGreaterThan(5)
    const settings = serverSettings({ WEFT_DATA_DIR: server.dir, WEFT_SECRET: SECRET })
    expect(await runWeft(['operator', 'create', '--username', 'made.beside', '--role', 'sales'], settings)).toMatchObject({ code: 0 })
    const backup = path.join(server.dir, 'backup')
    expect(await runWeft(['backup', backup], settings)).toMatchObject({ code: 0, stderr: '' })
    expect(server.output()).not.toMatch(/superuser|JIT|permission denied/)
  })

  it('sees no row as its own role, and none as the accounts’ role while no account is named', async () => {
    for (const table of ['account', 'login', 'operator', 'announcement', 'audit', 'graphile_worker._private_jobs', 'kysely_migration'])
      expect(await refusal(url, `select from ${table}`), table).toBe(DENIED)
    const asApp = '-c role=weft_app'
    expect(await query(url, 'select from account', asApp)).toEqual([])
    expect(await query(url, 'select from login', asApp)).toEqual([])
    expect(await query(owner_url, 'select from operator')).not.toEqual([])
    expect(await refusal(url, 'select from graphile_worker._private_jobs', asApp)).toBe(DENIED)
  })

  it.each(['', '-c role=weft_app', '-c role=weft_system'])('cannot change the database itself with the options %j', async (options) => {
    for (const statement of [
      'alter table account add column x int',
      'alter table account disable row level security',
      'alter table graphile_worker._private_jobs disable row level security',
      'drop policy tenant on login',
      'drop table announcement',
      'create table public.x ()',
      'create schema x',
      'create database x',
      'create role x',
      'create function public.x() returns int language sql as $$ select 1 $$',
      'alter system set fsync = off',
      'alter role weft superuser',
      `alter role ${SERVER_ROLE} superuser`,
      `alter role ${SERVER_ROLE} bypassrls`,
      `grant weft to ${SERVER_ROLE}`,
      `grant pg_read_all_data to ${SERVER_ROLE}`,
      `grant weft_system to weft_app`,
      'set role weft',
      'set session authorization weft',
      'set session_replication_role = replica',
      `copy (select 1) to program 'true'`,
      `copy (select 1) to '/tmp/x'`,
      `select pg_read_file('PG_VERSION')`,
      `select lo_import('/etc/passwd')`,
    ])
      expect(await refusal(url, statement, options), statement).toBe(DENIED)
  })
})

describe('an owner who is not the user of DATABASE_URL', () => {
  const admin_url = inject('postgres')
  const tag = randomUUID().slice(0, 8)
  const owner = `owner_${tag}`
  const serving = `serving_${tag}`
  const powerless = `nobody_${tag}`
  const as = (user: string, database: string, password = 'hidden') =>
    Object.assign(new URL(databaseUrl(admin_url, database)), { username: user, password }).toString()
  const settings = (DATABASE_URL: string, WEFT_DATABASE_OWNER_URL: string) =>
    serverSettings({ DATABASE_URL, WEFT_DATABASE_OWNER_URL, WEFT_SECRET: SECRET })
  async function emptyDatabase(): Promise<string> {
    const name = `split_${randomUUID().replaceAll('-', '')}`
    await query(admin_url, `create database ${name} owner ${owner}`)
    return name
  }
  beforeAll(async () => {
    // As in docs/database.md; the two roles exist already.
    await query(
      admin_url,
      `create role ${owner} login password 'hidden'; create role ${serving} login noinherit password 'hidden';
       create role ${powerless} login password 'hidden'; grant weft_app, weft_system to ${owner}, ${serving}`,
    )
  })

  it('migrates and backs up, while the server runs as a user who may only take the two roles', async () => {
    const name = await emptyDatabase()
    const [url, owner_url] = [as(serving, name), as(owner, name)]
    const server = await startServerProcess(settings(url, owner_url))
    onTestFinished(async () => void (await server.stop()))
    expect(
      await query(
        databaseUrl(admin_url, name),
        `select distinct usename from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`,
      ),
    ).toEqual([{ usename: serving }])
    expect(await refusal(url, 'select from account')).toBe(DENIED)
    expect(await refusal(url, 'alter table account add column x int', '-c role=weft_system')).toBe(DENIED)
    expect(await (await fetch(`http://127.0.0.1:${server.ports.metrics}/readyz`)).json()).toMatchObject({ jobs: 'ok', bus: 'ok' })
    const made = await runWeft(['operator', 'create', '--username', 'made.beside', '--role', 'sales'], settings(url, owner_url))
    expect(made).toMatchObject({ code: 0, stderr: '' })
    expect(await runWeft(['backup', path.join(server.dir, 'backup')], settings(url, owner_url))).toMatchObject({ code: 0, stderr: '' })
    expect(server.output()).not.toContain('superuser')
  })

  it('the log warns of a user of DATABASE_URL who is a superuser', async () => {
    const name = await emptyDatabase()
    const server = await startServerProcess({ WEFT_ENV: 'test', DATABASE_URL: databaseUrl(admin_url, name), WEFT_SECRET: SECRET })
    onTestFinished(async () => void (await server.stop()))
    expect(server.output()).toContain('the user of DATABASE_URL is a superuser')
  })

  it.each<[string, (name: string) => [string, string] | Promise<[string, string]>, RegExp]>([
    [
      'a user who may not take the roles',
      (name) => [as(powerless, name), as(owner, name)],
      /the user nobody_\w+ of the database lacks a right: .*"weft_(app|system)"/,
    ],
    [
      'an owner who may not change the schema',
      (name) => [as(serving, name), as(powerless, name)],
      /the user nobody_\w+ of the database lacks a right: /,
    ],
    [
      'an owner with a wrong password',
      (name) => [as(serving, name), as(owner, name, 'hidden2')],
      /refuses the user of WEFT_DATABASE_OWNER_URL/,
    ],
    ['two databases', async (name) => [as(serving, await emptyDatabase()), as(owner, name)], /lead to different databases/],
    ['no DATABASE_URL', (name) => ['', as(owner, name)], /DATABASE_URL must be set with WEFT_DATABASE_OWNER_URL/],
  ])('%s is refused in one sentence', async (_what, urlsOf, sentence) => {
    const [url, owner_url] = await urlsOf(await emptyDatabase())
    for (const args of [['server'], ['operator', 'create', '--username', 'never.made', '--role', 'sales']]) {
      const { code, stderr } = await runWeft(args, settings(url, owner_url))
      expect(stderr).toMatch(/^weft: [^\n]+\n$/)
      expect(stderr).toMatch(sentence)
      expect(stderr).not.toMatch(/hidden|\.ts:/)
      expect(code).toBe(1)
    }
  })
})
