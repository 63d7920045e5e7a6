import { expect, it } from 'vitest'
import { silentLog } from '../kernel/log.ts'
import { migrate } from './migrate.ts'
import { aDatabase, BOTH, connection, INDEXED, LOCKS, program } from '../../test/migration-steps.ts'

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
  await expect.poll(() => written).toBeGreaterThan(20)
  expect(await Promise.race([migrate(url, { from: program({ '0002-both': BOTH }, LOCKS) }), all])).toEqual(['0002-both'])
  const before = written
  await expect.poll(() => written).toBeGreaterThan(before + 20)
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
  await expect.poll(() => told).toEqual(['0002-both'])
  await writer.query('update book set sum = 7')
  await reader.query('commit')
  expect(await migrating).toEqual(['0002-both'])
  expect((await writer.query('select sum, note from book')).rows).toEqual([{ sum: 7, note: null }])
})

it('an index is created without a transaction while several instances start, and one of them creates it', async () => {
  const { url, client } = await aDatabase()
  await migrate(url, { from: program({}) })
  const from = program({ '0002-index': INDEXED })
  // A statement under way keeps the creation waiting, and with it the instances that want to migrate next.
  await client.query('begin; update book set sum = 1')
  const all = Promise.all([migrate(url, { from }), migrate(url, { from }), migrate(url, { from })])
  const watcher = await connection(url)
  const creating = `select from pg_stat_progress_create_index where relid = 'book'::regclass and phase like 'waiting%'`
  await expect.poll(async () => (await watcher.query(creating)).rowCount).toBe(1)
  await watcher.query('insert into book values (2, 2)')
  await client.query('commit')
  expect((await all).flat()).toEqual(['0002-index'])
})
