import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Client } from 'pg'
import { inject, onTestFinished } from 'vitest'
import { databaseUrl } from './global-setup.ts'
import type { Migrations } from '../src/db/migrate.ts'
import { createIndexConcurrently } from '../src/db/migration-index.ts'
import type { Step } from '../src/db/migration-step.ts'

const server = inject('postgres')

/** Creates an empty database, and returns its address with a connection to it. */
export async function aDatabase(): Promise<{ url: string; client: Client }> {
  const admin = await connection(server)
  const name = `run_${randomUUID().replaceAll('-', '')}`
  await admin.query(`create database ${name}`)
  const url = databaseUrl(server, name)
  return { url, client: await connection(url) }
}

export async function connection(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

export const saying = (text: string, more: Partial<Step> = {}): Step => ({
  ...more,
  up: async (db) => void (await sql.raw(text).execute(db)),
})

const FIRST = saying(
  'create table ledger (id int primary key, sum int not null); create table book (id int primary key, sum int not null); insert into ledger values (1, 0); insert into book values (1, 0)',
)
export const program = (steps: Record<string, Step>, locks: Migrations['locks'] = {}): Migrations => ({
  steps: { '0001-first': FIRST, ...steps },
  locks,
})

export const BOTH = saying('alter table book add column note text; select pg_sleep(0.1); alter table ledger add column note text')
export const LOCKS = { '0002-both': { book: 'access exclusive', ledger: 'access exclusive' } }

export const INDEXED: Step = { concurrently: ['book'], up: (db) => createIndexConcurrently(db, 'book_sum', 'book (sum)') }
