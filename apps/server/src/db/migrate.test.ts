import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest'
import { databaseUrl } from '../../test/global-setup.ts'
import { BOTH, INDEXED, program } from '../../test/migration-steps.ts'
import { createDatabase } from '../../test/world.ts'
import { enqueue } from '../domains/foundation/delivery/delivery.queries.ts'
import { backup, restore } from './backup.ts'
import { type AccountDb, connect, type SystemDb } from './client.ts'
import { knownMigrations, MigrationError, migrate } from './migrate.ts'

const server = inject('postgres')
let admin: Client
const owner = { name: `plain_${randomUUID().slice(0, 8)}`, password: randomUUID() }

beforeAll(async () => {
  admin = new Client({ connectionString: server })
  await admin.connect()
  // An owner as a managed PostgreSQL provides it: may create roles, is no superuser, does not bypass row-level security.
  await admin.query(`create role ${owner.name} login createrole password '${owner.password}'`)
  await admin.query(`grant weft_app, weft_system to ${owner.name} with admin option`)
})
afterAll(() => admin.end())

/** Returns the migrations that a release had, by its last one. */
const upTo = (name: string) => knownMigrations.slice(0, knownMigrations.indexOf(name) + 1)

async function emptyDatabase({ asPlainOwner = false } = {}): Promise<string> {
  const name = `migrate_${randomUUID().replaceAll('-', '')}`
  await admin.query(`create database ${name} ${asPlainOwner ? `owner ${owner.name}` : ''}`)
  const url = new URL(databaseUrl(server, name))
  if (asPlainOwner) Object.assign(url, { username: owner.name, password: owner.password })
  return url.toString()
}

it('of several instances that start at once one migrates and the others wait', async () => {
  const url = await emptyDatabase()
  const from = program({ '0002-both': BOTH, '0003-index': INDEXED })
  const applied = await Promise.all([migrate(url, { from }), migrate(url, { from }), migrate(url, { from })])
  expect(applied.flat()).toEqual(['0001-first', '0002-both', '0003-index'])
  expect(await migrate(url, { from })).toEqual([])
})

it('migrations work for an owner who is no superuser, and row-level security applies to that owner too', async () => {
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
    // Both roles may add jobs to the queue; workers act as the system's role, and the accounts' role may not touch the queue.
    await db.account(account_id, 'write', (account) => enqueue(account, randomUUID()))
    await db.system((system) => enqueue(system, randomUUID()))
    const queued = ({ sql }: AccountDb | SystemDb) =>
      sql
        .withSchema('graphile_worker')
        .selectFrom('jobs' as never)
        .execute()
    expect(await db.system(queued)).toHaveLength(2)
    await expect(db.account(account_id, 'read', queued)).rejects.toThrow(/permission denied/)
  } finally {
    await db.close()
  }
})

it('a migration that takes longer than the database allows any statement is not cut off', async () => {
  const url = await emptyDatabase()
  const client = new Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  // Each change of the schema takes 20 ms; a statement may take 10 ms unless it sets another limit.
  await client.query(`create table limits (statement text, idle text, lock text, jit text);
    create function slow_change() returns event_trigger language plpgsql security definer as $$ begin
      perform pg_sleep(0.02);
      insert into public.limits values (current_setting('statement_timeout'), current_setting('idle_in_transaction_session_timeout'),
        current_setting('lock_timeout'), current_setting('jit'));
    end $$;
    create event trigger slow_change on ddl_command_end when tag in ('CREATE TABLE', 'CREATE SCHEMA') execute function slow_change();
    alter database ${new URL(url).pathname.slice(1)} set statement_timeout = '10ms'`)
  expect(await migrate(url, { from: program({ '0002-both': BOTH }) })).toEqual(['0001-first', '0002-both'])
  const { rows } = await client.query('select distinct * from limits')
  // Migrations wait only so long for a lock; the library's migrations of its queue do not concern tables that servers use.
  const unlimited = { statement: '0', idle: '0', jit: 'off' }
  expect(rows).toEqual(
    expect.arrayContaining([
      { ...unlimited, lock: '0' },
      { ...unlimited, lock: '3s' },
    ]),
  )
  expect(rows).toHaveLength(2)
})

it('a database that a newer program has migrated is refused', async () => {
  const url = await createDatabase()
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`insert into kysely_migration (name, timestamp) values ('9999-later', now()::text)`)
  await expect(migrate(url)).rejects.toThrow(/newer/)
  await client.end()
})

// One database goes through the releases, because each run through all migrations takes a second.
it('a database of earlier releases keeps its rows in what later ones derive from them, and is left as it is if they do not fit', async () => {
  const url = await emptyDatabase()
  const client = new Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  const read = async (query: string): Promise<unknown[]> => (await client.query(query)).rows
  const reach = (release: string) => migrate(url, { only: upTo(release) })
  const WORDS = 'select router_name, words from member_text order by router_name collate "C"'
  const COUNTS = 'select router_type, members::int from member_count order by router_type'

  await reach('0002-account-area')
  await read(`insert into account (account_number, sign) values ('10000001', 'x');
    insert into member (account_id, router_name, router_type, note, area_code, phone)
      select account_id, name, type, note, '86', phone from account,
        (values ('HUB-1', 1, '总部', null), ('Li.Si@x', 2, '李四', '13800138000'), ('wang@x', 2, '', null), ('WANG@x', 2, '', null))
          as m(name, type, note, phone)`)
  const refused = await migrate(url).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(MigrationError)
  expect((refused as Error).message).toMatch(/^1 names of members differ by case alone.*delete all but one/)
  expect((refused as Error).message).not.toMatch(/wang/i)
  expect(await read('select name from kysely_migration order by 1')).toEqual(upTo('0002-account-area').map((name) => ({ name })))
  await read(`delete from member where router_name = 'WANG@x'`)

  // Members are found and counted.
  await reach('0007-member-lists')
  expect(await read(WORDS)).toEqual([
    { router_name: 'HUB-1', words: 'hub-1\n总部\n' },
    { router_name: 'Li.Si@x', words: 'li.si@x\n李四\n13800138000' },
    { router_name: 'wang@x', words: 'wang@x\n\n' },
  ])
  await read(`delete from member where router_name = 'wang@x'`)
  expect(await read(COUNTS)).toEqual([
    { router_type: 1, members: 1 },
    { router_type: 2, members: 1 },
  ])

  // Each network at a POP gets ports of its own.
  await read(`insert into account (account_number, sign) values ('10000002', 'y');
    insert into pop (name, pop_name, region, public_ip, port, capacity) values ('a', 'a', '上海', '203.0.113.1', 1194, 1), ('b', 'b', '上海', '203.0.113.2', 1194, 1);
    insert into network_fr (account_id, shortname, bandwidth, segment, other_segment) select account_id, sign, 1, '10.0.0.0/20', '10.1.0.0/24' from account;
    insert into network_fr_area (account_id, network_fr_id, pop_id, area, router_segment, software_segment)
      select f.account_id, f.network_fr_id, p.id, p.region, '10.0.0.0/24', '10.0.1.0/24' from network_fr f, pop p where f.shortname = 'x' or p.name = 'a'
      order by f.network_fr_id, p.id`)
  const before = knownMigrations[knownMigrations.indexOf('0028-health-and-device-names') - 1]!
  await reach(before)
  expect(await read('select p.name, a.slot from network_fr_area a join pop p on p.id = a.pop_id order by a.ov_id')).toEqual([
    { name: 'a', slot: 0 },
    { name: 'b', slot: 0 },
    { name: 'a', slot: 1 },
  ])

  await read(`insert into device (router_name, kind, router_model) values ('WR-1a', 'router', 'WR'), ('wr-1A', 'router', 'WR')`)
  await expect(migrate(url)).rejects.toThrow(/^1 names of devices differ by case alone/)
  await read(`delete from device where router_name = 'wr-1A'`)

  // The credentials of devices and POPs count as used now, and each is the start of its own enrolment.
  const former = knownMigrations.slice(knownMigrations.indexOf('0028-health-and-device-names'))
  const renewing = former.slice(former.indexOf('0036-tunnel-logins') + 1)
  expect(await reach('0036-tunnel-logins')).toEqual(former.slice(0, -renewing.length))
  await read(`insert into member_credential (credential_hash, account_id, router_name, create_time)
      select 'member', account_id, 'Li.Si@x', '2020-01-01' from account where sign = 'x';
    delete from pop_agent;
    insert into pop_agent (pop_name, credential_hash) values ('a', 'pop'), ('b', null)`)
  expect(await migrate(url)).toEqual(renewing)
  const kept = (table: string) => `select credential_hash, enrolment, use_time > now() - interval '1 hour' as used from ${table}`
  const of = (hash: string) => [{ credential_hash: Buffer.from(hash), enrolment: Buffer.from(hash), used: true }]
  expect(await read(kept('member_credential'))).toEqual(of('member'))
  expect(await read(kept('pop_credential'))).toEqual(of('pop'))

  // A backup and a restore count each member once.
  const [words, counts] = [await read(WORDS), await read(COUNTS)]
  expect(words).toHaveLength(2)
  const folder = await mkdtemp(path.join(tmpdir(), 'weft-restore-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'backup')
  await backup(url, file)
  await read(`insert into member (account_id, router_name, router_type) select account_id, 'later@x', 2 from account where sign = 'x'`)
  await restore(url, file, { known: knownMigrations, migrate: (at, only) => migrate(at, { only }), replace: true })
  expect([await read(WORDS), await read(COUNTS)]).toEqual([words, counts])
  await read(`insert into member (account_id, router_name, router_type) select account_id, 'next@x', 2 from account where sign = 'x'`)
  expect(await read(COUNTS)).toEqual([
    { router_type: 1, members: 1 },
    { router_type: 2, members: 2 },
  ])
})

it('a program of the release before the table of instances renews, ends and reads leases beside the new one', async () => {
  const url = await createDatabase()
  const client = new Client({ connectionString: url, options: '-c role=weft_system' })
  await client.connect()
  onTestFinished(() => client.end())
  // The statements of that program.
  const renew = async (id: string) => {
    const { rows } = await client.query<{ stood: boolean }>(
      `insert into gateway_instance (gateway_id, start_time, last_time) values ($1::uuid, now(), now())
       on conflict (gateway_id) do update set last_time = excluded.last_time returning xmax::text <> '0' as stood`,
      [id],
    )
    return rows[0]?.stood
  }
  const [older, newer, jobs] = [randomUUID(), randomUUID(), randomUUID()]
  expect(await renew(older)).toBe(false)
  expect(await renew(older)).toBe(true)
  await client.query(`insert into instance (instance_id, roles, version, last_time) values
    ('${newer}', '{api,gateway,jobs}', '1', now() - interval '1 hour'), ('${jobs}', '{jobs}', '1', now() - interval '1 hour')`)
  const ended = await client.query(
    `delete from gateway_instance where gateway_id <> '${older}' and last_time < now() returning gateway_id, last_time`,
  )
  expect(ended.rows).toMatchObject([{ gateway_id: newer }])
  expect((await client.query('select instance_id, roles from instance order by roles')).rows).toEqual([
    { instance_id: older, roles: ['gateway'] },
    { instance_id: jobs, roles: ['jobs'] },
  ])
})
