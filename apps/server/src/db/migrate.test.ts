import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { databaseUrl } from '../../test/global-setup.ts'
import { enqueue } from '../domains/delivery/delivery.queries.ts'
import { connect } from './client.ts'
import { knownMigrations, migrate } from './migrate.ts'

const server = inject('postgres')
let admin: Client
const owner = { name: `plain_${randomUUID().slice(0, 8)}`, password: randomUUID() }

beforeAll(async () => {
  admin = new Client({ connectionString: server })
  await admin.connect()
  // As a managed PostgreSQL gives it: may create roles, is no superuser, bypasses nothing.
  await admin.query(`create role ${owner.name} login createrole password '${owner.password}'`)
  await admin.query(`grant weft_app, weft_system to ${owner.name} with admin option`)
})
afterAll(() => admin.end())

async function emptyDatabase({ asPlainOwner = false } = {}): Promise<string> {
  const name = `migrate_${randomUUID().replaceAll('-', '')}`
  await admin.query(`create database ${name} ${asPlainOwner ? `owner ${owner.name}` : ''}`)
  const url = new URL(databaseUrl(server, name))
  if (asPlainOwner) Object.assign(url, { username: owner.name, password: owner.password })
  return url.toString()
}

it('lets two instances start at once: one migrates, the other waits', async () => {
  const url = await emptyDatabase()
  const applied = await Promise.all([migrate(url), migrate(url), migrate(url)])
  expect(applied.flat()).toEqual(knownMigrations)
  expect(await migrate(url)).toEqual([])
})

it('works for an owner who is no superuser, and forces row security on it as on everyone', async () => {
  const url = await emptyDatabase({ asPlainOwner: true })
  await migrate(url)
  const db = connect(url, { connections: 2 })
  try {
    const account_id = await db.system(async ({ sql }) => {
      const row = await sql
        .insertInto('account')
        .values({ account_number: '10000001', sign: 'x' })
        .returning('account_id')
        .executeTakeFirstOrThrow()
      return row.account_id
    })
    expect(await db.account(account_id, 'read', ({ sql }) => sql.selectFrom('account').select('account_id').execute())).toHaveLength(1)
    expect(await db.account(account_id + 1, 'read', ({ sql }) => sql.selectFrom('account').select('account_id').execute())).toHaveLength(0)
    // Neither role may touch the queue itself, and both may put work into it.
    await db.account(account_id, 'write', (account) => enqueue(account, randomUUID()))
    await db.system((system) => enqueue(system, randomUUID()))
    const jobs = db.system(({ sql }) =>
      sql
        .withSchema('graphile_worker')
        .selectFrom('jobs' as never)
        .execute(),
    )
    await expect(jobs).rejects.toThrow(/permission denied/)
  } finally {
    await db.close()
  }
})

it('refuses a database that a newer program has migrated, and leaves it alone', async () => {
  const url = await emptyDatabase()
  await migrate(url)
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`insert into kysely_migration (name, timestamp) values ('9999-later', now()::text)`)
  await expect(migrate(url)).rejects.toThrow(/newer/)
  await client.end()
})
