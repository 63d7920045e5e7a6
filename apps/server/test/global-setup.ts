import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '../src/db/embedded/launcher.ts'
import { migrate } from '../src/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server on which test databases are made; its template is migrated. */
    postgres: string
    /** The fixed time of all worlds, in Unix milliseconds; null if they use the system's clock. */
    stands: number | null
  }
}

export const TEMPLATE = 'weft_template'

/** When worlds take place: 2026-11-22 12:31:01 in Shanghai, where no minute, half minute, hour or day is about to end. */
const STANDS = Date.UTC(2026, 10, 22, 4, 31, 1)
/** Only here: the proofs and the real tunnels run programs of their own, which have the system's time. */
const STANDING = 'api'

/** The functions by which SQL takes the time, with their volatility. */
const TIMES = { now: 'stable', transaction_timestamp: 'stable', statement_timestamp: 'stable', clock_timestamp: 'volatile' }

/**
 * Makes all SQL of a new database take the time of the table `test_clock`, including functions and the defaults of columns. The table is in
 * pg_catalog, so that no dump contains it and no test that lists the product's tables finds it.
 */
async function setClock(database: Client, stands: number | null): Promise<void> {
  await database.query(`
    set allow_system_table_mods = on;
    create table pg_catalog.test_clock (stands timestamptz, moved interval not null default '0');
    grant select on pg_catalog.test_clock to public`)
  await database.query('insert into pg_catalog.test_clock (stands) values ($1)', [stands === null ? null : new Date(stands)])
  for (const [name, volatility] of Object.entries(TIMES))
    await database.query(`
      alter function pg_catalog.${name}() rename to system_${name};
      create function pg_catalog.${name}() returns timestamptz language plpgsql ${volatility} parallel safe cost 1 as $$
        begin return (select coalesce(stands, pg_catalog.system_${name}()) + moved from pg_catalog.test_clock); end $$`)
}

/** Replaces the partitions, which the migrations make around the day of the system, by those around the day of `test_clock`. */
const MOVE_PARTITIONS = `do $$
declare parent text; names text[]; first date; days integer;
begin
  for parent, names, first, days in
    select p.relname, array_agg(c.relname), min(begin), max(until - begin) from pg_inherits join pg_class p on p.oid = inhparent
      join pg_class c on c.oid = inhrelid, regexp_match(pg_get_expr(c.relpartbound, c.oid), $r$FROM \\('(.{10}).*TO \\('(.{10})$r$) as bounds,
      lateral (select bounds[1]::date as begin, bounds[2]::date as until) range where p.relkind = 'p' group by 1
  loop
    execute 'drop table ' || array_to_string(names, ', ');
    perform weft_partitions(parent, first + (now()::date - current_date), now()::date + 15, days);
  end loop;
end $$`

/** Nothing here outlives the run, so nothing needs to reach the disk, and nothing is written so that a crash of the machine could be undone. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_compression: 'off',
  max_connections: '400',
  // By default PostgreSQL plans a statement anew for its first five calls on a connection. A connection of a test makes few calls of each, so
  // planning took a fifth of the time.
  plan_cache_mode: 'force_generic_plan',
}

/** Starts one real PostgreSQL for the run, with a migrated template that each world copies in a few milliseconds. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dir = await mkdtemp(join(tmpdir(), 'weft-test-'))
  const postgres = await startEmbedded({ dir: join(dir, 'postgres'), settings })
  const admin = new Client({ connectionString: postgres.url })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  const stands = project.name === STANDING ? STANDS : null
  const template = new Client({ connectionString: databaseUrl(postgres.url, TEMPLATE) })
  await template.connect()
  await setClock(template, stands)
  await migrate(databaseUrl(postgres.url, TEMPLATE))
  if (stands !== null) await template.query(MOVE_PARTITIONS)
  await template.end()
  project.provide('postgres', postgres.url)
  project.provide('stands', stands)
  return async () => {
    await postgres.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

export function databaseUrl(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.toString()
}
