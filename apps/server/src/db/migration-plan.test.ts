import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { beforeAll, expect, inject, it, onTestFinished } from 'vitest'
import { databaseUrl } from '../../test/global-setup.ts'
import { runHere, serverSettings } from '../../test/run-weft.ts'
import { silentLog } from '../kernel/log.ts'
import { knownMigrations, MigrationError, migrate, migrations } from './migrate.ts'
import { awaitMigrations, planOf } from './migration-plan.ts'
import { eventually } from '../../test/eventually.ts'

const server = inject('postgres')

async function connection(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

const nameOf = () => `plan_${randomUUID().replaceAll('-', '')}`
const upTo = (last: string) => ({ only: knownMigrations.slice(0, knownMigrations.indexOf(last) + 1) })

/** A database of an earlier release, which the tests copy and migrate further. */
const former = { name: nameOf(), release: '0045-changes-by-author' }
beforeAll(async () => {
  const admin = new Client({ connectionString: server })
  await admin.connect()
  await admin.query(`create database ${former.name}`)
  await admin.end()
  await migrate(databaseUrl(server, former.name), upTo(former.release))
})

/** Creates a database with the migrations up to `last`, or without any. */
async function databaseOf(last?: string): Promise<string> {
  const name = nameOf()
  await (await connection(server)).query(`create database ${name} ${last === undefined ? '' : `template ${former.name}`}`)
  const url = databaseUrl(server, name)
  if (last !== undefined && last !== former.release) await migrate(url, upTo(last))
  return url
}

it('each migration since way back is possible says beside which programs it may be applied', () => {
  // `undefined` is an answer too, but a considered one: write `export const serves = undefined` and why.
  const silent = knownMigrations.filter((name) => name > '0047-former-names' && !('serves' in migrations.steps[name]!))
  expect(silent).toEqual([])
})

it('the plan names what is due with its locks and the sizes of its tables, and changes nothing', async () => {
  const url = await databaseOf(former.release)
  const client = await connection(url)
  await client.query(`insert into account (account_number, sign) values ('10000001', 'x');
    insert into network (account_id, network_number, network_name) select account_id, '1000000001', 'n' from account;
    insert into network_revision (account_id, network_number, revision, by_name, by_kind, summary, patch)
      select account_id, '1000000001', i, 'o', 'login', 'rename', '[]' from account, generate_series(1, 3000) i;
    analyze network_revision`)
  const run = (...args: string[]) => runHere(['migrate', ...args], serverSettings({ DATABASE_URL: url }))
  const { stdout, code } = await run('--plan')
  expect(code).toBe(0)
  const lines = stdout.split('\n')
  expect(lines[0]).toBe('0046-change-steps: no older Weft may serve beside it')
  expect(lines[1]).toMatch(
    /^  network_revision \(\d+ kB, about 3000 rows\): locked in access exclusive mode, reads and writes wait; (only the catalogue changes|rows are changed|all rows are read)$/,
  )
  expect(stdout).toMatch(
    /^0053-duplicate-indexes: a Weft with 0047-former-names may serve beside it\n  service \([^)]+\): nobody waits; only the catalogue changes$/m,
  )
  expect(stdout).toMatch(/^  support_ticket \([^)]+\): locked in access exclusive mode, reads and writes wait; rows are changed$/m)
  expect(stdout).toMatch(/^  member \([^)]+\): locked in share row exclusive mode, writes wait; all rows are read$/m)
  expect(stdout).toMatch(/^Each waits for its locks for 3 s at most/m)
  expect((await client.query('select max(name) as last from kysely_migration')).rows).toEqual([{ last: former.release }])
  expect((await run('--plan', '--contract')).stderr).toBe('weft: weft migrate takes either --plan or --contract\n')
  expect((await run()).stdout).toMatch(/^applied: 0046-change-steps, /)
  expect(await planOf(url)).toEqual(['nothing is due'])
})

it('the plan of a database that is empty names every migration', async () => {
  const lines = await planOf(await databaseOf())
  expect(lines.filter((line) => /^\d/.test(line)).map((line) => line.split(':')[0])).toEqual(knownMigrations)
})

it.each([undefined, '0046-change-steps'])(
  'a server that only checks waits until weft migrate was called, on a database of %s',
  async (last) => {
    const url = await databaseOf(last)
    const told: unknown[] = []
    const log = { ...silentLog, warn: (_: string, facts?: Record<string, unknown>) => void told.push(facts?.['due']) }
    let over = false
    const waiting = awaitMigrations(url, log).finally(() => (over = true))
    await eventually(() => expect(told).toEqual([expect.stringMatching(/0047-former-names, /)]))
    expect(over).toBe(false)
    await migrate(url)
    await waiting
  },
)

it('a server that only checks gives up with the names of what is due', async () => {
  const due = knownMigrations.slice(knownMigrations.indexOf('0046-change-steps') + 1)
  await expect(awaitMigrations(await databaseOf('0046-change-steps'), silentLog, 0)).rejects.toThrow(
    new MigrationError(`WEFT_MIGRATE is check and these migrations are due: ${due.join(', ')}; run weft migrate`),
  )
})
