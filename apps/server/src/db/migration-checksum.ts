import { createHash } from 'node:crypto'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Returns the SHA-256 of the statements that a migration runs on an empty database. Comments on lines of their own and indentation
 * do not count, so they may be corrected at any time; helpers that a migration calls do count.
 */
export async function checksumOf(migration: Migration): Promise<string> {
  const said: string[] = []
  const nobody = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void said.push(query.sql),
  })
  await migration.up(nobody)
  const lines = said.flatMap((statement) => statement.split('\n')).map((line) => line.trim())
  return createHash('sha256')
    .update(lines.filter((line) => line !== '' && !line.startsWith('--')).join('\n'))
    .digest('hex')
}

/** Returns the names of migrations that the database has had and whose text differs now; one without a checksum is not checked. */
export async function changedSince(db: Kysely<unknown>, migrations: Record<string, Migration>): Promise<string[]> {
  if (!(await keepsChecksums(db))) return []
  const { rows } = await sql<{ name: string; checksum: string | null }>`select name, checksum from kysely_migration order by name`.execute(
    db,
  )
  const changed: string[] = []
  for (const { name, checksum } of rows) {
    const migration = migrations[name]
    if (migration && checksum !== null && checksum !== (await checksumOf(migration))) changed.push(name)
  }
  return changed
}

/** Writes the checksums of migrations that have none into the migrator's own rows. */
export async function noteChecksums(db: Kysely<unknown>, migrations: Record<string, Migration>): Promise<void> {
  if (!(await keepsChecksums(db))) await sql`alter table kysely_migration add column if not exists checksum text`.execute(db)
  const { rows } = await sql<{ name: string }>`select name from kysely_migration where checksum is null`.execute(db)
  for (const { name } of rows) {
    const migration = migrations[name]
    if (migration) await sql`update kysely_migration set checksum = ${await checksumOf(migration)} where name = ${name}`.execute(db)
  }
}

async function keepsChecksums(db: Kysely<unknown>): Promise<boolean> {
  const { rows } = await sql`select from pg_attribute
    where attrelid = to_regclass('public.kysely_migration') and attname = 'checksum' and not attisdropped`.execute(db)
  return rows.length > 0
}
