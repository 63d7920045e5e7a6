import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Log } from '../kernel/log.ts'
import { connectAsOwner } from './client.ts'
import { demandUsable, dueOf, knownMigrations, migrations, MigrationError } from './migrate.ts'
import { rowWorkOf } from './migration-rows.ts'
import { type Applied, newerThan, readRecord } from './migration-record.ts'
import { endPool, openPool } from './pool.ts'
import { SYSTEM_ROLE } from './row-security.ts'

/** SQLSTATEs of a database that no migration has prepared yet: no table, no right to it, or no role. */
const UNPREPARED = new Set(['42P01', '42501', '22023', '28000'])

/** Milliseconds that a server which does not migrate by itself waits for `weft migrate`, and milliseconds between two checks. */
const WAIT_MS = 600_000
const ASK_MS = 1_000

/** Returns the migrations that the database has had, read as the server; undefined if nothing has prepared the database yet. */
async function appliedFor(url: string): Promise<Applied[] | undefined> {
  const pool = openPool(url, { max: 1, role: SYSTEM_ROLE })
  try {
    return (await pool.query<Applied>('select name, serves, checksum from kysely_migration order by name')).rows
  } catch (error) {
    if (UNPREPARED.has(String((error as { code?: string }).code))) return undefined
    throw error
  } finally {
    await endPool(pool)
  }
}

/** Returns the name of the newest migration that the database has had. @throws if it has had none */
export async function schemaOf(url: string): Promise<string> {
  return (await appliedFor(url))!.at(-1)!.name
}

/**
 * Waits until `weft migrate` has applied every migration that is due, contract steps aside.
 * @throws MigrationError after ten minutes, or at once if this program must not use the database
 */
export async function awaitMigrations(url: string, log: Log, wait_ms = WAIT_MS): Promise<void> {
  const end = performance.now() + wait_ms
  for (let told = false; ; told = true) {
    const applied = (await appliedFor(url)) ?? []
    await demandUsable(knownMigrations, applied)
    const due = newerThan(knownMigrations, applied).length > 0 ? [] : dueOf(migrations.steps, applied, { contract: applied.length === 0 })
    if (due.length === 0) return
    if (performance.now() > end)
      throw new MigrationError(`WEFT_MIGRATE is check and these migrations are due: ${due.join(', ')}; run weft migrate`)
    if (!told) log.warn('waiting for weft migrate, because WEFT_MIGRATE is check', { due: due.join(', ') })
    await sleep(ASK_MS)
  }
}

/** Returns what `weft migrate` would do, as lines for people: the migrations that are due, their locks, and the sizes of the tables. */
export async function planOf(owner_url: string): Promise<string[]> {
  const { db: typed, pool } = connectAsOwner(owner_url)
  const db = typed as unknown as Kysely<unknown>
  try {
    const applied = await readRecord(db).catch((error: { code?: string }) => (error.code === '42P01' ? [] : Promise.reject(error)))
    await demandUsable(knownMigrations, applied)
    if (newerThan(knownMigrations, applied).length > 0) return ['a newer Weft has migrated this database, and this one may serve beside it']
    const due = dueOf(migrations.steps, applied, { contract: true })
    if (due.length === 0) return ['nothing is due']
    const sizes = await sizesOf(db)
    return [...(await Promise.all(due.map((name) => linesOf(name, sizes)))).flat(), ...HOW_LONG]
  } finally {
    await endPool(pool)
  }
}

/** Tells an operator how long the migrations of a plan may take. */
const HOW_LONG = [
  'Each waits for its locks for 3 s at most, lets the servers pass and tries again, 20 times. It holds its locks until it is done: for less than',
  'a second where only the catalogue changes. Where rows are read or changed it grows with the table, and whoever waits for the lock waits as long.',
]
const WORK = { changed: 'rows are changed', read: 'all rows are read' }

async function linesOf(name: string, sizes: ReadonlyMap<string, string>): Promise<string[]> {
  const work = await rowWorkOf(migrations.steps[name]!)
  const { serves, contract, concurrently } = migrations.steps[name]!
  const beside = serves === undefined ? 'no older Weft may serve beside it' : `a Weft with ${serves} may serve beside it`
  const when = contract ? '; only weft migrate --contract applies it' : ''
  const locks: [string, string][] = concurrently
    ? concurrently.map((table) => [table, 'nobody waits'])
    : Object.entries(migrations.locks[name] ?? {}).map(([table, mode]) => [
        table,
        `locked in ${mode} mode, ${mode === 'access exclusive' ? 'reads and writes wait' : 'writes wait'}`,
      ])
  return [
    `${name}: ${beside}${when}`,
    ...locks.map(([table, lock]) => {
      const rows = table in work ? WORK[work[table]!] : 'only the catalogue changes'
      return `  ${table} (${sizes.get(table) ?? 'not there yet'}): ${lock}; ${rows}`
    }),
  ]
}

/** Returns the size of each table with its partitions and indexes, and about how many rows it has. */
async function sizesOf(db: Kysely<unknown>): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; size: string; count: string }>`
    select c.relname::text as name, pg_size_pretty(sum(pg_total_relation_size(p.relid))) as size, sum(greatest(k.reltuples, 0))::bigint::text as count
    from pg_class c cross join lateral (select c.oid as relid where c.relkind = 'r' union all
      select relid from pg_partition_tree(c.oid) where c.relkind = 'p') p join pg_class k on k.oid = p.relid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition group by c.relname`.execute(db)
  return new Map(rows.map(({ name, size, count }) => [name, `${size}, about ${count} rows`]))
}
