import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { databaseUrl } from '../../test/global-setup.ts'
import { silentLog } from '../kernel/log.ts'
import { MigrationError, migrate, type Migrations } from './migrate.ts'
import { createIndexConcurrently } from './migration-index.ts'
import type { Step } from './migration-step.ts'
import { eventually } from '../../test/eventually.ts'

const server = inject('postgres')

/** Creates an empty database, and returns its address with a connection to it. */
async function aDatabase(): Promise<{ url: string; client: Client }> {
  const admin = await connection(server)
  const name = `run_${randomUUID().replaceAll('-', '')}`
  await admin.query(`create database ${name}`)
  // Between the 800 ms in which a migration takes its locks and the 3 s of its limit; further from both than the usual second.
  await admin.query(`alter database ${name} set deadlock_timeout = '2s'`)
  const url = databaseUrl(server, name)
  return { url, client: await connection(url) }
}

async function connection(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

const saying = (text: string, more: Partial<Step> = {}): Step => ({ ...more, up: async (db) => void (await sql.raw(text).execute(db)) })

const FIRST = saying(
  'create table ledger (id int primary key, sum int not null); create table book (id int primary key, sum int not null); insert into ledger values (1, 0); insert into book values (1, 0)',
)
const program = (steps: Record<string, Step>, locks: Migrations['locks'] = {}): Migrations => ({
  steps: { '0001-first': FIRST, ...steps },
  locks,
})

const BOTH = saying('alter table book add column note text; select pg_sleep(0.1); alter table ledger add column note text')
const LOCKS = { '0002-both': { book: 'access exclusive', ledger: 'access exclusive' } }

it('no statement of servers that write fails while a migration changes the tables that they lock in another order', async () => {
  const { url } = await aDatabase()
  await migrate(url, { from: program({}) })
  let writing = true
  let written = 0
  const writers = [1, 2, 3].map(async () => {
    const client = await connection(url)
    // Each transaction locks the tables in the order that ends in a deadlock with the migration, unless that takes all its locks first.
    while (writing) {
      await client.query('begin; update ledger set sum = sum + 1')
      await client.query('update book set sum = sum + 1')
      await client.query('commit')
      written++
    }
  })
  const all = Promise.all(writers)
  await eventually(() => expect(written).toBeGreaterThan(20))
  expect(await Promise.race([migrate(url, { from: program({ '0002-both': BOTH }, LOCKS) }), all])).toEqual(['0002-both'])
  const before = written
  await eventually(() => expect(written).toBeGreaterThan(before + 20))
  writing = false
  await all
  expect((await (await connection(url)).query('select sum from ledger')).rows).toEqual([{ sum: written }])
})

it('a migration lets others pass while a table that it needs is in use, and is applied once the table is free', async () => {
  const { url, client: reader } = await aDatabase()
  await migrate(url, { from: program({}) })
  await reader.query('begin; select from book')
  const told: unknown[] = []
  const log = { ...silentLog, warn: (_: string, facts?: Record<string, unknown>) => void told.push(facts?.['migration']) }
  const migrating = migrate(url, { from: program({ '0002-both': BOTH }, LOCKS), log })
  const writer = await connection(url)
  await eventually(() => expect(told).toEqual(['0002-both']))
  await writer.query('update book set sum = 7')
  await reader.query('commit')
  expect(await migrating).toEqual(['0002-both'])
  expect((await writer.query('select sum, note from book')).rows).toEqual([{ sum: 7, note: null }])
})

it('what is applied stays applied if a later migration fails, and the next run goes on there', async () => {
  const { url, client } = await aDatabase()
  const second = saying('alter table book add column note text')
  await expect(
    migrate(url, { from: program({ '0002-a': second, '0003-b': saying('alter table absent add column a int') }) }),
  ).rejects.toThrow(/absent/)
  expect((await client.query('select name from kysely_migration order by 1')).rows).toEqual([{ name: '0001-first' }, { name: '0002-a' }])
  expect(await migrate(url, { from: program({ '0002-a': second, '0003-b': saying('select') }) })).toEqual(['0003-b'])
})

const INDEXED: Step = { concurrently: ['book'], up: (db) => createIndexConcurrently(db, 'book_sum', 'book (sum)') }

it('an index is created without a transaction while several instances start, and one of them creates it', async () => {
  const { url, client } = await aDatabase()
  await migrate(url, { from: program({}) })
  const from = program({ '0002-index': INDEXED })
  // A statement under way keeps the creation waiting, and with it the instances that want to migrate next.
  await client.query('begin; update book set sum = 1')
  const all = Promise.all([migrate(url, { from }), migrate(url, { from }), migrate(url, { from })])
  const watcher = await connection(url)
  const creating = `select from pg_stat_progress_create_index where relid = 'book'::regclass and phase like 'waiting%'`
  await eventually(async () => expect((await watcher.query(creating)).rowCount).toBe(1))
  await watcher.query('insert into book values (2, 2)')
  await client.query('commit')
  expect((await all).flat()).toEqual(['0002-index'])
})

it('an invalid index that an interrupted creation has left is dropped and created again', async () => {
  const { url, client } = await aDatabase()
  await migrate(url, { from: program({}) })
  await client.query('insert into book values (2, 0)')
  await expect(client.query('create unique index concurrently book_sum on book (sum)')).rejects.toThrow(/could not create unique index/)
  const valid = `select indisvalid as valid, indisunique as single from pg_index where indexrelid = 'book_sum'::regclass`
  expect((await client.query(valid)).rows).toEqual([{ valid: false, single: true }])
  await migrate(url, { from: program({ '0002-index': INDEXED }) })
  expect((await client.query(valid)).rows).toEqual([{ valid: true, single: false }])
})

it('waiting for its turn ends with the connection of the instance that migrates', async () => {
  const { url } = await aDatabase()
  await migrate(url, { from: program({}) })
  const other = await connection(url)
  await other.query('select pg_advisory_lock(3853314791062309107)')
  const migrating = migrate(url, { from: program({ '0002-both': BOTH }) })
  await other.end()
  expect(await migrating).toEqual(['0002-both'])
})

const CONTRACT = saying('alter table book drop column sum', { contract: true, serves: '0003-later' })

it('a contract step is passed over, applied on request, and applied at once where there is no older program', async () => {
  const { url } = await aDatabase()
  await migrate(url, { from: program({}) })
  const from = program({ '0002-contract': CONTRACT, '0003-later': saying('select') })
  expect(await migrate(url, { from })).toEqual(['0003-later'])
  expect(await migrate(url, { from })).toEqual([])
  expect(await migrate(url, { from, contract: true })).toEqual(['0002-contract'])
  expect(await migrate((await aDatabase()).url, { from })).toEqual(['0001-first', '0002-contract', '0003-later'])
})

it('an older program uses the database of a newer one that lets it serve, changes nothing there, and is refused otherwise', async () => {
  const { url, client } = await aDatabase()
  const own = program({ '0002-own': saying('select') })
  const newer = (serves?: string) =>
    program({ '0002-own': saying('select'), '0003-newer': { ...saying('select'), ...(serves && { serves }) } })
  await migrate(url, { from: newer('0002-own') })
  expect(await migrate(url, { from: own })).toEqual([])
  // The one before does not know what 0003 lets serve.
  await expect(migrate(url, { from: program({}) })).rejects.toThrow(
    new MigrationError(
      'the database was migrated by a newer Weft (0002-own), beside which no older one may serve: start that one, or restore a backup',
    ),
  )
  await client.query(`update kysely_migration set serves = '0002-zzz' where name = '0003-newer'`)
  await expect(migrate(url, { from: own })).rejects.toThrow(
    /newer Weft \(0003-newer\), beside which only one with 0002-zzz may serve, and this one ends at 0002-own/,
  )
})
