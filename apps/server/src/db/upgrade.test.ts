import { randomUUID } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import { Client, Pool, type PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { databaseUrl } from '../../test/global-setup.ts'
import { createDatabase } from '../../test/world.ts'
import { knownMigrations, migrate, migrations } from './migrate.ts'
import { noteMigration } from './migration-record.ts'
import { runStep } from './migration-run.ts'
import type { Locks } from './migration-step.ts'
import { only } from './pool.ts'

const server = inject('postgres')
const ID = '00000000-0000-4000-8000-000000000001'

/** By migration, the SQL that fills its tables or columns right after it. It may refer to rows written after earlier migrations. */
const rowsSince: Record<string, string> = {
  '0001-foundation': `
    insert into account (account_number, sign) values ('10000001', 'weft01'), ('10000002', '10000002');
    insert into role (account_id, name, note, network_edit, confined) values (1, '运维', '值班', 1, 1);
    insert into login (account_id, ram, username, nickname, password_hash, area_code, phone, email) values
      (1, 0, 'owner01', '王五', 'hash', '86', '13800138000', 'owner@example.com'), (2, 0, 'owner02', '赵六', 'hash', null, null, null);
    insert into login (account_id, ram, username, nickname, password_hash, role_id) values (1, 1, 'duty', '值班员', 'hash', 1);
    insert into login_name values ('owner01', 1, 1), ('owner@example.com', 1, 1);
    insert into session values ('${ID}', 1, 1, 'password', 'cookie', now(), now(), now() + interval '1 day', null, null, '192.0.2.1', 'browser');
    insert into session_token values ('token', 1, '${ID}', now(), null);
    insert into service (account_id, service_code, quantity, start_time) values (1, 'network_member', 10, now()), (2, 'network_member', 10, now());
    insert into device (router_name, account_id, kind, router_model, activation_hash, csr) values
      ('WR-1', 1, 'router', 'WR', 'code', 'request'), ('WR-2', 1, 'router', 'WR', null, null), ('WR-3', null, 'router', 'WR', null, null);
    insert into member (account_id, router_name, router_type, note, phone, area_code, password_hash) values
      (1, 'WR-1', 1, '总部', null, null, null), (1, 'WR-2', 1, '分店', null, null, null), (1, 'li@weft01', 2, '李四', '13900139000', '86', 'hash');
    insert into member_credential (credential_hash, account_id, router_name) values ('credential', 1, 'WR-1');
    insert into network (account_id, network_number, network_name, revision) values (1, '1000000001', '总部网', 3);
    insert into role_network values (1, 1, '1000000001');
    insert into network_member (account_id, network_number, router_name, router_type, member_type) values
      (1, '1000000001', 'WR-1', 1, 'center'), (1, '1000000001', 'WR-2', 1, 'point'), (1, '1000000001', 'li@weft01', 2, 'point');
    insert into network_center values (1, '1000000001', 'WR-1', '10.128.0.0/20', '10.128.16.0/20');
    insert into network_link (account_id, network_number, center_router_name, router_name, vpn_ip) values
      (1, '1000000001', 'WR-1', 'WR-2', '10.128.0.2'), (1, '1000000001', 'WR-1', 'li@weft01', '10.128.16.2');
    insert into announcement (title, content, release_time) values ('维护', '<p>今晚</p>', now());
    insert into message (account_id, title, type, content) values (1, '欢迎', 'system', '<p>您好</p>');
    insert into message_state values (1, 1, 1, now(), null);
    insert into operator (username, password_hash, role) values ('root', 'hash', 'admin');
    insert into operator_session values ('desk', 1, now(), now() + interval '8 hours', '192.0.2.2');
    insert into connect_log values (1, 'WR-1', '192.0.2.3', 40000, '1.0', 1, now());
    insert into tunnel_session (account_id, network_number, router_name, link_router_name, vpn_ip, start_time, input, out) values
      (1, '1000000001', 'WR-2', 'WR-1', '10.128.0.2', now(), 10, 20);
    insert into software_login_log (account_id, router_name, ip, create_time) values (1, 'li@weft01', '192.0.2.4', now());
    insert into traffic_minute values (1, 'WR-1', 'wan', date_trunc('minute', now()), 100, 200);
    set role weft_system;
    select audit_append(1, 'owner', 1, 'owner01', '192.0.2.1', 'network', 'create', '总部网', '{}');
    select audit_append(1, 'owner', 1, 'owner01', '192.0.2.1', 'network', 'edit', '总部网', '{"a": 1}')`,
  '0002-account-area': `
    insert into contact values (1, '${ID}', '联系人', 'contact@example.com', 1, now());
    insert into stored_file values ('${ID}', 'image/png', 3, 'sum', now());
    insert into file_chunk values ('${ID}', 0, 'png');
    insert into document (title, content, plain, source) values ('开始', '<p>开始</p>', '开始', 'a.md');
    insert into document_file values (1, '${ID}', 'a.png')`,
  '0004-traffic': `insert into traffic_hour values (1, 'WR-1', 'wan', date_trunc('hour', now()), 100, 200, 3, 4);
    insert into traffic_day values (1, 'WR-1', 'wan', date_trunc('day', now()), 100, 200, 3, 4)`,
  '0005-member-records': `insert into network_authority values (1, '1000000001', 'certificate', 'key', 'tls-crypt', now())`,
  '0006-network-settings': `
    insert into pop (name, pop_name, region, public_ip, port, capacity) values ('a', 'pop-a', '上海', '203.0.113.1', 1194, 100);
    insert into network_fr (account_id, shortname, bandwidth, network_number, segment, other_segment) values
      (1, '资源', 10, '1000000001', '10.0.0.0/20', '10.1.0.0/24');
    insert into network_fr (account_id, shortname, bandwidth, segment, other_segment) values (2, '资源', 10, '10.0.0.0/20', '10.1.0.0/24');
    insert into network_fr_area (account_id, network_fr_id, pop_id, area, router_segment, software_segment) values
      (1, 1, 1, '上海', '10.0.0.0/24', '10.0.1.0/24'), (2, 2, 1, '上海', '10.0.0.0/24', '10.0.1.0/24');
    insert into network_revision (account_id, network_number, revision, by_name, by_kind, summary, patch) values
      (1, '1000000001', 3, 'owner01', 'login', 'rename', '[]')`,
  '0010-monitoring': `
    insert into maintenance (account_id, name, start_time, end_time, router) values (1, '割接', now(), now() + interval '1 hour', '{WR-1}');
    insert into webhook values (1, 'other', 'sealed', 'sealed', now());
    insert into alert values (1, '${ID}', 'WR-1 离线', '{}', now())`,
  '0012-directory': `insert into directory_domain (account_id, domain) values (1, 'example.com')`,
  '0013-support-ticket': `
    insert into support_ticket (account_id, ticket_number, login_id, create_name, ticket_title, ticket_content, ticket_type) values
      (1, '20260101000001', 1, 'owner01', '不通', '分店连不上总部', 2);
    insert into support_ticket_reply (account_id, ticket_number, side, reply_name, dialogue_content) values (1, '20260101000001', 'support', '客服', '请重启');
    insert into support_ticket_file (account_id, file_id, login_id, ticket_number) values (1, '${ID}', 1, '20260101000001')`,
  '0019-pop-agents': `update pop_agent set credential_hash = 'pop' where pop_name = 'pop-a'`,
  '0020-network-certificate': `insert into network_certificate (account_id, network_number, router_name, certificate, csr_hash, serves, expire_time)
      values (1, '1000000001', 'WR-1', 'certificate', 'request', true, now() + interval '1 year')`,
  '0031-secrets': `insert into installation (sealed_digest_keys) values ('sealed')`,
}

/** Columns that a later migration changes on purpose. */
const changedOnPurpose = new Set([
  // Each network at a POP got ports of its own (0009).
  'network_fr_area.slot',
  // Credentials issued before renewal existed: 0036 lets centers still accept them as passwords, 0037 starts their 400 days.
  'member_credential.bearer_login',
  'member_credential.use_time',
])

/** The names that tables have since a migration renamed them. */
const renamed: Record<string, Record<string, string>> = { '0050-instances': { gateway_instance: 'instance' } }

type Row = Record<string, unknown>

/** A database goes through all migrations on one connection, and is filled on the way. */
const growing = databaseUrl(server, `growing_${randomUUID().replaceAll('-', '')}`)
const pool = new Pool({ connectionString: growing, max: 1 })
let client: PoolClient
const db = () => new Kysely<unknown>({ dialect: new PostgresDialect({ pool: only(client) }) })

async function open(url: string): Promise<Client> {
  const opened = new Client({ connectionString: url })
  await opened.connect()
  return opened
}

/** The rows of each table, as JSON, and its columns; rows of partitions are listed with the table that they divide. */
type Tables = Map<string, { rows: Row[]; columns: string[] }>

async function readAll(): Promise<Tables> {
  const { rows: tables } = await client.query<{ name: string; columns: string[] }>(
    `select relname::text as name, array_agg(attname::text) as columns from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and attnum > 0 and not attisdropped
       and relname not in ('kysely_migration', 'kysely_migration_lock') group by 1 order by 1`,
  )
  if (tables.length === 0) return new Map()
  const all = tables.map(({ name }) => `select '${name}' as name, to_jsonb(t) as row from ${name} t`)
  const { rows } = await client.query<{ name: string; row: Row }>(all.join(' union all '))
  const byTable = Map.groupBy(rows, ({ name }) => name)
  return new Map(tables.map(({ name, columns }) => [name, { columns, rows: (byTable.get(name) ?? []).map(({ row }) => row) }]))
}

/** Returns the rows of `before` that have no equal in `after`, compared by the columns that both have. */
function lost(table: string, before: Row[], after: { rows: Row[]; columns: string[] } | undefined): string[] {
  const kept = Object.keys(before[0] ?? {}).filter((name) => after?.columns.includes(name) && !changedOnPurpose.has(`${table}.${name}`))
  const text = (row: Row) => JSON.stringify(kept.map((name) => row[name]))
  const there = new Set(after?.rows.map(text))
  return before.map(text).filter((row) => !there.has(row))
}

/** PostgreSQL's modes of locks on a table, weakest first, with the mode in which `lock table` keeps away whom it would wait for. */
const MODES: Record<string, string> = {
  ShareUpdateExclusiveLock: 'share update exclusive',
  ShareLock: 'share',
  RowExclusiveLock: 'share row exclusive',
  ShareRowExclusiveLock: 'share row exclusive',
  ExclusiveLock: 'exclusive',
  AccessExclusiveLock: 'access exclusive',
}

/** Applies a migration in one transaction, and returns the locks that it took on tables that existed before it. */
async function applied(name: string): Promise<Locks> {
  const { rows: before } = await client.query<{ oid: string; name: string }>(
    `select oid::text, relname::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname not like 'kysely%'`,
  )
  await client.query('begin')
  await migrations.steps[name]!.up(db())
  // By the names that the tables had before: the migration may rename one.
  const { rows } = await client.query<{ table: string; mode: string }>(
    `select b.name as table, l.mode from pg_locks l join unnest($2::oid[], $3::text[]) b(oid, name) on b.oid = l.relation
     where l.pid = pg_backend_pid() and l.locktype = 'relation' and l.mode = any ($1)
     order by b.name, array_position($1, l.mode)`,
    [Object.keys(MODES), before.map(({ oid }) => oid), before.map(({ name: table }) => table)],
  )
  await noteMigration(db(), name, migrations.steps[name]!)
  await client.query('commit')
  return Object.fromEntries(rows.map(({ table, mode }) => [table, MODES[mode]!]))
}

/** The locks of each migration, as they were measured on the growing database. */
const locks: Record<string, Locks> = {}
let last: Tables
beforeAll(async () => {
  const admin = await open(server)
  await admin.query(`create database ${new URL(growing).pathname.slice(1)}`)
  await admin.end()
  // All that comes before the migrations: roles, the record and the queue.
  await migrate(growing, { only: [] })
  client = await pool.connect()
  last = await readAll()
})
afterAll(() => {
  client.release()
  return pool.end()
})

// If each migration keeps the rows, so does an upgrade from any number to the latest. These tests run in the order of the migrations, also
// where the order of tests is random.
describe('an upgrade, one migration after the other,', { shuffle: false }, () => {
  it.each(knownMigrations)('migration %s keeps the rows of a filled database', async (name) => {
    const step = migrations.steps[name]!
    if (step.concurrently) await runStep(client, name, step, {})
    else locks[name] = await applied(name)
    const after = await readAll()
    for (const [former, { rows }] of last) {
      const table = renamed[name]?.[former] ?? former
      expect(after.has(table)).toBe(true)
      expect(lost(table, rows, after.get(table))).toEqual([])
    }
    const rows = rowsSince[name]
    if (rows) await client.query(`${rows}; reset role`)
    last = rows ? await readAll() : after
  })

  it('a database that went through all migrations has them on record', async () => {
    expect(await migrate(growing)).toEqual([])
  })

  it('the locks that each migration takes are those of locks.json, which `weft migrate` takes first and its plan names', () => {
    // A new migration gets the lines that this test finds missing.
    expect(Object.fromEntries(Object.entries(locks).filter(([, ofOne]) => Object.keys(ofOne).length > 0))).toEqual(migrations.locks)
  })

  it('the database that went through all migrations has rows of the first one', () => {
    const filled = ['account', 'member', 'network', 'network_link', 'session', 'device']
    expect(filled.filter((table) => !last.get(table)?.rows.length)).toEqual([])
  })

  it('an upgraded database has the keys and checks of a new one', async () => {
    const rules = async (database: Client | PoolClient) => {
      const { rows } = await database.query(
        `select conrelid::regclass::text as table, conname::text as name, pg_get_constraintdef(k.oid) as rule, convalidated as holds
       from pg_constraint k join pg_class c on c.oid = conrelid
       where connamespace = 'public'::regnamespace and conparentid = 0 and not relispartition order by 1, 2`,
      )
      return rows as unknown[]
    }
    // A copy of the tests' template, which went through them in one run, without a row.
    const fresh = await open(await createDatabase())
    onTestFinished(() => fresh.end())
    expect(await rules(client)).toEqual(await rules(fresh))
  })
})
