import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest'
import { databaseUrl, TEMPLATE } from '../../test/global-setup.ts'
import { absenceOf } from './absence.ts'
import { builtOnce } from './built-once.ts'
import { connect, type Db } from './client.ts'
import { TIME_LIMITS } from './time-limits.ts'
import { eventually } from '../../test/eventually.ts'

let db: Db
let admin: Client
const name = `weft_${randomUUID().replaceAll('-', '')}`

beforeAll(async () => {
  admin = new Client({ connectionString: inject('postgres') })
  await admin.connect()
  await admin.query(`create database ${name} template ${TEMPLATE}`)
  db = connect(databaseUrl(inject('postgres'), name), { connections: 1 })
})
afterAll(async () => {
  await db.close()
  await admin.end()
})

const serving = async (account_id: number, mode: 'read' | 'write') =>
  db.account(account_id, mode, async (account) => {
    const { rows } = await sql<{ account_id: number; read_only: string }>`
      select weft_account() as account_id, current_setting('transaction_read_only') as read_only`.execute(account.sql)
    return rows[0]
  })

it('the first statement of a transaction already sees its account, and a reading transaction cannot write', async () => {
  expect(await serving(7, 'read')).toEqual({ account_id: 7, read_only: 'on' })
  expect(await serving(8, 'write')).toEqual({ account_id: 8, read_only: 'off' })
  await expect(
    db.account(7, 'read', (account) => account.sql.deleteFrom('network').where('account_id', '=', 7).execute()),
  ).rejects.toMatchObject({
    cause: { code: '25006' },
  })
})

it('a connection keeps no account after its transaction, however that ends', async () => {
  await expect(db.account(7, 'write', async () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(db.account(7, 'read', (account) => sql`select 1 / 0`.execute(account.sql))).rejects.toThrow(/division/)
  expect(await serving(9, 'read')).toMatchObject({ account_id: 9 })
})

it('a connection keeps plans whatever other connections keep, and at most 500', async () => {
  const plans = (one: Db, prefix: string, statements: number) =>
    one.account(7, 'read', async (account) => {
      for (let n = 0; n < statements; n++) await sql`select ${n}::integer as ${sql.ref(`${prefix}_${n}`)}`.execute(account.sql)
      const { rows } = await sql<{ count: number }>`select count(*)::integer from pg_prepared_statements`.execute(account.sql)
      return rows[0]?.count
    })
  expect(await plans(db, 'first', 600)).toBe(500)
  const other = connect(databaseUrl(inject('postgres'), name), { connections: 1 })
  onTestFinished(() => other.close())
  expect(await plans(other, 'other', 3)).toBeGreaterThanOrEqual(3)
})

it('work that goes on after a failed statement is rejected, not answered as if it were written', async () => {
  const work = db.account(7, 'write', async (account) => {
    await sql`select 1 / 0`.execute(account.sql).catch(() => {})
    return 'written'
  })
  await expect(work).rejects.toThrow(/rolled back/)
})

it('PostgreSQL ends a statement that waits too long for a lock, and a transaction that sends no statement for too long', async () => {
  const limits = await db.system(async (system) => {
    const { rows } = await sql<{ name: string; setting: string }>`select name, setting from pg_settings
      where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')`.execute(system.sql)
    return Object.fromEntries(rows.map(({ name, setting }) => [name, Number(setting)]))
  })
  expect(limits).toEqual(TIME_LIMITS)
  const lock = `lock table network in access exclusive mode`
  const holder = new Client({ connectionString: databaseUrl(inject('postgres'), name) })
  await holder.connect()
  await holder.query(`begin; ${lock}`)
  const waiting = db.account(7, 'write', async ({ sql: on }) => {
    await sql`set local lock_timeout = 50`.execute(on)
    await on.deleteFrom('network').where('account_id', '=', 7).execute()
  })
  const error = await waiting.catch((failed: unknown) => failed)
  await holder.end()
  expect(error).toMatchObject({ code: '55P03' })
  expect(absenceOf(error)).toBe('busy')
  const standing = db.account(7, 'write', async ({ sql: on }) => {
    await sql`set local idle_in_transaction_session_timeout = 50`.execute(on)
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(on)
    await eventually(async () =>
      expect((await admin.query('select from pg_stat_activity where pid = $1', [rows[0]!.pid])).rowCount).toBe(0),
    )
    await on.deleteFrom('network').where('account_id', '=', 7).execute()
  })
  await expect(standing).rejects.toSatisfy((failed) => absenceOf(failed) === 'away')
})

it('a connection that is cut off inside a transaction is replaced', async () => {
  const work = db.account(7, 'write', (account) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(account.sql))
  await expect(work).rejects.toThrow(/terminat/)
  expect(await serving(7, 'read')).toMatchObject({ account_id: 7 })
})

it('a statement whose table has changed since it was planned is planned again', async () => {
  const names = () => db.system(async (system) => (await sql`select name from widget where id = ${1}`.execute(system.sql)).rows)
  const owner = new Client({ connectionString: databaseUrl(inject('postgres'), name) })
  await owner.connect()
  await owner.query(
    `create table widget (id integer, name text); insert into widget values (1, 'a'); grant select on widget to weft_system`,
  )
  expect(await names()).toEqual([{ name: 'a' }])
  await owner.query(`alter table widget add column more text; update widget set name = 'b'`)
  await owner.end()
  expect(await names()).toEqual([{ name: 'b' }])
})

it('a statement that is built once takes the values of each call, and is built again for another shape', async () => {
  let builds = 0
  const pick = builtOnce((from, { twice }: { twice: boolean }, { title }: { title: string }) => {
    builds += 1
    return from.selectNoFrom((eb) => [
      eb.cast<string>(eb.val(title), 'text').as('one'),
      eb.cast<string>(eb.val(twice ? title : ''), 'text').as('two'),
    ])
  })
  const ask = (twice: boolean, title: string) => db.system((system) => pick(system.sql, { twice }, { title }))
  expect(await ask(false, 'a')).toEqual([{ one: 'a', two: '' }])
  expect(await ask(false, 'b')).toEqual([{ one: 'b', two: '' }])
  expect(await ask(true, 'c')).toEqual([{ one: 'c', two: 'c' }])
  expect(builds).toBe(2)
})

it.each(['read', 'write'] as const)('many transactions of one account that %s leave connections to other accounts', async (mode) => {
  const few = connect(databaseUrl(inject('postgres'), name), { connections: 8 })
  onTestFinished(() => few.close())
  const gate = Promise.withResolvers<void>()
  onTestFinished(() => gate.resolve())
  let begun = 0
  const busy = Array.from({ length: 20 }, () =>
    few.account(7, mode, async () => {
      begun += 1
      await gate.promise
    }),
  )
  await eventually(() => expect(begun).toBe(4))
  expect(await few.account(8, 'read', async () => 'read')).toBe('read')
  expect(begun).toBe(4)
  gate.resolve()
  await Promise.all(busy)
  expect(begun).toBe(20)
})

it('a reading call that writes is reported as a fault of the program, and the database still counts as writable', async () => {
  const work = db.account(7, 'read', (account) => account.sql.deleteFrom('network').where('account_id', '=', 7).execute())
  const error = await work.catch((failed: unknown) => failed)
  expect([error, absenceOf(error)]).toEqual([
    expect.objectContaining({ message: expect.stringMatching(/only reads tried to write/) }),
    undefined,
  ])
  expect(await db.writable()).toBe(true)
})

it('a database counts as read-only from the first write that failed, and as writable again once a write succeeds', async () => {
  const settle = (value: 'on' | 'off') => admin.query(`alter database ${name} set default_transaction_read_only = ${value}`)
  const cutOff = () => admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  const write = () => db.account(7, 'write', (account) => account.sql.deleteFrom('network').where('account_id', '=', 7).execute())
  expect(await db.writable()).toBe(true)
  await settle('on')
  await cutOff()
  await eventually(() => expect(write()).rejects.toMatchObject({ code: '25006' }))
  expect(await db.writable()).toBe(false)
  expect(await serving(7, 'read')).toMatchObject({ account_id: 7 })
  await settle('off')
  // No connection is cut this time: connections to a server that takes no writes are replaced at their next use.
  await eventually(write)
  await eventually(async () => expect(await db.writable()).toBe(true))
})

it('the test write by which a database is found writable leaves no table behind', async () => {
  const other = connect(databaseUrl(inject('postgres'), name), { connections: 1 })
  try {
    expect(await other.writable()).toBe(true)
    const { rows } = await sql<{ left: number }>`select count(*)::int as left from pg_class where relname = 'weft_room'`.execute(
      other.systemNow.sql,
    )
    expect(rows).toEqual([{ left: 0 }])
  } finally {
    await other.close()
  }
})
