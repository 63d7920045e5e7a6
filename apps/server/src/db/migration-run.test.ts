import { expect, it } from 'vitest'
import { MigrationError, migrate } from './migrate.ts'
import { aDatabase, BOTH, connection, INDEXED, program, saying } from '../../test/migration-steps.ts'

it('what is applied stays applied if a later migration fails, and the next run goes on there', async () => {
  const { url, client } = await aDatabase()
  const second = saying('alter table book add column note text')
  await expect(
    migrate(url, { from: program({ '0002-a': second, '0003-b': saying('alter table absent add column a int') }) }),
  ).rejects.toThrow(/absent/)
  expect((await client.query('select name from kysely_migration order by 1')).rows).toEqual([{ name: '0001-first' }, { name: '0002-a' }])
  expect(await migrate(url, { from: program({ '0002-a': second, '0003-b': saying('select') }) })).toEqual(['0003-b'])
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
