import * as fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backup, restore } from './backup.ts'
import { execute, known, migrate, portrait, type Scratch, startScratch } from './backup/testing/scratch.ts'

let scratch: Scratch
beforeAll(async () => {
  scratch = await startScratch()
})
afterAll(() => scratch.end())

const file = (name: string) => path.join(scratch.folder, name)

test('a restored database equals the one backed up: rows, partitions, sequences, keys, triggers, row-level security', async () => {
  const from = await scratch.database('filled')
  const summary = await backup(from, file('whole'))
  const into = await scratch.database('empty')
  expect(await restore(into, file('whole'), { known, migrate })).toEqual({ tables: 5, rows: summary.rows })
  expect(summary.rows).toBe(3 + 3 + 800 + 1002)
  expect(await portrait(into)).toEqual(await portrait(from))
})

test('a restored database continues as the original would: next numbers, foreign keys, triggers', async () => {
  const from = await scratch.database('filled')
  await backup(from, file('onward'))
  const into = await scratch.database('empty')
  await restore(into, file('onward'), { known, migrate })
  const next = `insert into account (name) values ('next') returning account_id::int as id, (select nextval('ticket')::int) as ticket`
  expect(await execute(into, next)).toEqual([{ id: 4, ticket: 42 }])
  expect(await execute(into, 'insert into node (account_id) values (1) returning node_id::int as id')).toEqual([{ id: 115 }])
  await expect(execute(into, 'insert into node (account_id) values (99)')).rejects.toMatchObject({ code: '23503' })
  await expect(execute(into, 'delete from audit')).rejects.toThrow('insert-only')
})

test('a migrated database without rows takes a restore; one with rows takes it only with `replace`, and then holds nothing else', async () => {
  const from = await scratch.database('filled')
  await backup(from, file('replacing'))
  const into = await scratch.database('migrated')
  await restore(into, file('replacing'), { known, migrate })
  await execute(into, `insert into account (name) values ('later'); insert into nothing values (1)`)
  const before = await portrait(into)
  await expect(restore(into, file('replacing'), { known, migrate })).rejects.toThrow('The database is not empty (account has rows)')
  expect(await portrait(into)).toEqual(before)
  await restore(into, file('replacing'), { known, migrate, replace: true })
  expect(await portrait(into)).toEqual(await portrait(from))
})

test('an owner who is no superuser backs up and restores tables with forced row-level security', async () => {
  const keeper = await scratch.role()
  const from = await scratch.database('filled', keeper)
  await backup(from, file('owner'))
  const into = await scratch.database('empty', keeper)
  await restore(into, file('owner'), {
    known,
    migrate: (url) => migrate(url).then(() => execute(url, `create policy keeper on node to ${keeper} using (true) with check (true)`)),
  })
  expect(await portrait(into)).toEqual(await portrait(from))
})

test('a backup shows one moment: a transaction that runs meanwhile is in it whole or not at all', async () => {
  const from = await scratch.database('filled')
  let writing = true
  const writer = (async () => {
    let written = 0
    for (; writing; written++)
      await execute(from, `begin; insert into nothing values (${written}); insert into audit (node_id) values (100); commit`)
    return written
  })()
  await backup(from, file('moment'))
  writing = false
  expect(await writer).toBeGreaterThan(0)
  const into = await scratch.database('empty')
  await restore(into, file('moment'), { known, migrate })
  const [counts] = await execute(
    into,
    'select (select count(*)::int from nothing) as one, (select count(*)::int - 800 from audit) as other',
  )
  expect(counts?.['one']).toBe(counts?.['other'])
})

test('the backup file is readable by its owner alone, lists what it holds, and leaves no temporary file', async () => {
  const from = await scratch.database('filled')
  await backup(from, file('described'))
  expect((await fs.stat(file('described'))).mode & 0o777).toBe(0o600)
  const [, json = ''] = (await fs.readFile(file('described'), 'latin1')).split('\n', 2)
  const header = JSON.parse(json) as { migrations: string[]; tables: { name: string; rows: number }[] }
  expect(header.migrations).toEqual(known)
  expect(header.tables.map(({ name, rows }) => [name, rows])).toEqual([
    ['account', 3],
    ['audit', 800],
    ['node', 3],
    ['nothing', 0],
    ['sample', 1002],
  ])
  expect((await fs.readdir(scratch.folder)).filter((name) => name.endsWith('.tmp'))).toEqual([])
})

test('an older backup is restored at its own migration, then the database is migrated onward', async () => {
  const from = await scratch.database('filled')
  await backup(from, file('older'))
  const into = await scratch.database('empty')
  const asked: (readonly string[] | undefined)[] = []
  const stepwise = async (url: string, only?: readonly string[]) => {
    asked.push(only)
    await migrate(url)
    if (only === undefined)
      await execute(url, `alter table account add city text default '沪'; insert into kysely_migration values ('0002-city', '2026')`)
  }
  await restore(into, file('older'), { known: [...known, '0002-city'], migrate: stepwise })
  expect(asked).toEqual([['0001-first'], undefined])
  expect(await execute(into, 'select distinct city from account')).toEqual([{ city: '沪' }])
})
