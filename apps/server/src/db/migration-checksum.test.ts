import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { Client } from 'pg'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { databaseUrl, TEMPLATE } from '../../test/global-setup.ts'
import { knownMigrations, migrate, MigrationError, migrations } from './migrate.ts'
import { checksumOf } from './migration-checksum.ts'

const saying = (text: string): Migration => ({ up: async (db) => void (await sql.raw(text).execute(db)) })

it('no migration has changed since it was released: a database that had it would refuse the new text', async () => {
  // A new migration gets a line in this file. An existing line never changes: installations hold the same checksum.
  const noted: unknown = JSON.parse(readFileSync(new URL('migrations/checksums.json', import.meta.url), 'utf8'))
  const present = Object.fromEntries(
    await Promise.all(Object.entries(migrations.steps).map(async ([name, migration]) => [name, await checksumOf(migration)])),
  )
  expect(present).toEqual(noted)
})

it('every migration of the folder is one that the program knows', () => {
  const files = readdirSync(new URL('migrations/', import.meta.url)).filter((name) => name.endsWith('.ts'))
  expect(files.toSorted()).toEqual(knownMigrations.map((name) => `${name}.ts`))
})

describe('the checksum of a migration', () => {
  const table = 'create table a (\n  b text\n);'

  it.each<[string, Migration]>([
    ['comments', saying(`-- What a is.\n${table}\n  -- The end.`)],
    ['indentation', saying(table.replaceAll('\n', '\n      '))],
  ])('stays the same with other %s', async (_, other) => {
    expect(await checksumOf(other)).toBe(await checksumOf(saying(table)))
  })

  it.each<[string, Migration]>([
    ['column', saying(table.replace('text', 'integer'))],
    ['statement', { up: async (db) => [table, 'create table c ()'].forEach((text) => void sql.raw(text).execute(db)) }],
  ])('changes with another %s', async (_, other) => {
    expect(await checksumOf(other)).not.toBe(await checksumOf(saying(table)))
  })
})

describe('a database', () => {
  async function migrated(): Promise<{ url: string; client: Client }> {
    const admin = new Client({ connectionString: inject('postgres') })
    await admin.connect()
    const name = `checksum_${randomUUID().replaceAll('-', '')}`
    await admin.query(`create database ${name} template ${TEMPLATE}`)
    await admin.end()
    const url = databaseUrl(inject('postgres'), name)
    const client = new Client({ connectionString: url })
    await client.connect()
    onTestFinished(() => client.end())
    return { url, client }
  }
  const noted = async (client: Client) =>
    (await client.query('select name, checksum from kysely_migration order by name')).rows as unknown[]

  it('keeps the checksum of each migration that it has had', async () => {
    const { client } = await migrated()
    const names = await Promise.all(knownMigrations.map(async (name) => ({ name, checksum: await checksumOf(migrations.steps[name]!) })))
    expect(await noted(client)).toEqual(names)
  })

  it('gets the checksums at its next migration if its release kept none', async () => {
    const { url, client } = await migrated()
    const before = await noted(client)
    await client.query('alter table kysely_migration drop column checksum')
    expect(await Promise.all([migrate(url), migrate(url)])).toEqual([[], []])
    expect(await noted(client)).toEqual(before)
  })

  it('is refused in one sentence and left unchanged if it had another text of a migration', async () => {
    const { url, client } = await migrated()
    await client.query(`update kysely_migration set checksum = 'another' where name = '0005-member-records';
      delete from kysely_migration where name = (select max(name) from kysely_migration)`)
    const before = await noted(client)
    const refused = await migrate(url).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(MigrationError)
    expect((refused as Error).message).toMatch(/^the migration 0005-member-records was changed after this database had it; /)
    expect(await noted(client)).toEqual(before)
  })
})
