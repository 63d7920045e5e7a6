import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { startStartupProxy } from '../../test/startup-proxy.ts'
import { createDatabase } from '../../test/world.ts'
import { openPostgresBus } from '../adapters/bus/postgres-bus.ts'
import { demandOwnEvents } from '../adapters/bus/own-events.ts'
import { silentLog } from '../kernel/log.ts'
import { connect, type Db } from './client.ts'
import { UnusableDatabase } from './connection.ts'
import { openPool } from './pool.ts'
import { eventually } from '../../test/eventually.ts'

function opened(url: string, log = silentLog): Db {
  const db = connect(url, { connections: 1, log })
  onTestFinished(() => db.close())
  return db
}

async function asOwner(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

const databaseOf = (url: string) => new URL(url).pathname.slice(1)
const settings = sql`select current_setting('role') as role, current_setting('jit') as jit, current_setting('work_mem') as work_mem`
const ofPool = async (db: Db, pool: 'app' | 'system') => {
  const read = async (account: { sql: Parameters<Parameters<Db['system']>[0]>[0]['sql'] }) => (await settings.execute(account.sql)).rows[0]
  return pool === 'app' ? db.account(1, 'read', read) : db.system(read)
}
it('every connection of the pools has its role and no JIT, even if the address has options of its own', async () => {
  const url = await createDatabase()
  await asOwner(url, `alter database ${databaseOf(url)} set jit = on`)
  const db = opened(`${url}?options=-c%20work_mem%3D5MB%20-c%20role%3Dnone`)
  expect(await ofPool(db, 'app')).toEqual({ role: 'weft_app', jit: 'off', work_mem: '5MB' })
  expect(await ofPool(db, 'system')).toEqual({ role: 'weft_system', jit: 'off', work_mem: '5MB' })
  const plain = openPool(url, { max: 1 })
  onTestFinished(() => plain.end())
  expect((await plain.query('show jit')).rows).toEqual([{ jit: 'off' }])
})

it('a connection that comes without its role while the server runs is never used, and each pool logs it once', async () => {
  const lines: string[] = []
  const proxy = await startStartupProxy(await createDatabase(), { dropping: false })
  onTestFinished(() => proxy.close())
  const db = opened(proxy.url, { ...silentLog, error: (message, facts) => void lines.push(`${message}: ${String(facts?.reason)}`) })
  expect(await ofPool(db, 'system')).toMatchObject({ role: 'weft_system' })
  proxy.dropOptions()
  // The pool's connections end; those opened afterwards have no role.
  await asOwner(
    proxy.url,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await eventually(async () => expect(await ofPool(db, 'system').catch((error: unknown) => error)).toBeInstanceOf(UnusableDatabase))
  await expect(db.account(1, 'write', async () => 'used')).rejects.toThrow(/leads through a pooler/)
  await expect(db.system(async () => 'used')).rejects.toThrow(/leads through a pooler/)
  expect(lines.filter((line) => /was refused: DATABASE_URL leads through a pooler/.test(line))).toHaveLength(2)
  expect(db.load()).toEqual({ used: 0, waiting: 0 })
})

it('a bus that hears its own events is accepted, and one that hears nothing is refused', async () => {
  const [url, elsewhere] = [await createDatabase(), await createDatabase()]
  const db = opened(url)
  // Events are heard within one database only: a bus on another database hears as little as one behind a pooler.
  const [bus, deaf] = [await openPostgresBus(url, silentLog), await openPostgresBus(elsewhere, silentLog)]
  onTestFinished(async () => void (await Promise.all([bus.close(), deaf.close()])))
  await demandOwnEvents(bus, db)
  await expect(demandOwnEvents(deaf, db, { patience_ms: 50 })).rejects.toThrow(/pooler in transaction mode.*LISTEN receives nothing/)
})
