import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { release } from '@weft/release'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runHere, runWeft, serverSettings } from './run-weft.ts'
import { expectRefusal, UNREADABLE, unusableDatabases } from './unusable-databases.ts'
import { createDatabase } from './world.ts'

const { cases, at } = unusableDatabases()
let dir: string
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'weft-start-'))
})
afterAll(() => rm(dir, { recursive: true }))

const settingsWith = (settings: Record<string, string>) => serverSettings({ WEFT_DATA_DIR: path.join(dir, 'data'), ...settings })
const weft = (args: string[], settings: Record<string, string>) => runHere(args, settingsWith(settings))

describe('a database address that cannot be used', () => {
  // `weft server` looks at the database in the same way, and more: `npm run proof -- starts` has it refuse each.
  it.each(cases)('is refused in one sentence: %s', async (_what, url, sentence) => {
    expectRefusal(await weft(['secret', 'status'], { DATABASE_URL: await url() }), sentence)
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
    expectRefusal(await weft(args, { DATABASE_URL: UNREADABLE }), /DATABASE_URL names several hosts/)
  })
})

it('a secret that did not seal this database is refused in one sentence', async () => {
  const DATABASE_URL = await createDatabase()
  expect(await weft(['secret', 'status'], { DATABASE_URL, WEFT_SECRET: 'first'.repeat(10) })).toMatchObject({ code: 0 })
  const refused = await weft(['secret', 'status'], { DATABASE_URL, WEFT_SECRET: 'hidden'.repeat(10) })
  expectRefusal(refused, /WEFT_SECRET, .*, is not the secret that this database was sealed with/)
  expect(refused.stderr).not.toContain('first')
})

it.each(['--version', '-v', 'version'])('weft %s prints the version', async (word) => {
  expect(await weft([word], {})).toEqual({ code: 0, stdout: `${release()}\n`, stderr: '' })
  expect((await weft(['help'], {})).stdout.split('\n')[0]).toBe(`weft ${release()}`)
})

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
  expectRefusal(await weft(['migrate'], { DATABASE_URL }), /the migration 0003-members was changed after this database had it/)
})

describe('the program itself', () => {
  const program = (args: string[], settings: Record<string, string>) => runWeft(args, settingsWith(settings))

  it('refuses a start in one sentence, with exit code 1', async () => {
    expectRefusal(await program(['server'], { DATABASE_URL: UNREADABLE }), /DATABASE_URL names several hosts/)
  })

  it('refuses a command line in one sentence, with exit code 2', async () => {
    expectRefusal(await program(['serve'], {}), /there is no command serve; weft --help lists them/, 2)
  })

  it('prints its help, with exit code 0', async () => {
    const { code, stdout, stderr } = await program(['--help'], { WEFT_HTTP_PORT: 'http' })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^weft server /m)
  })
})
