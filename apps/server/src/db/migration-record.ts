import { type Kysely, sql } from 'kysely'
import { checksumOf } from './migration-checksum.ts'
import type { Step } from './migration-step.ts'
import { SYSTEM_ROLE } from './row-security.ts'

/** A migration that the database has had, as it is on record there. */
export interface Applied {
  name: string
  serves: string | null
  checksum: string | null
}

/** Creates the table of applied migrations, with the name and the columns of the library that earlier releases migrated with. */
export async function keepRecord(db: Kysely<unknown>): Promise<void> {
  await sql`create table if not exists kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(db)
  // `add column if not exists` would lock the table at each start, also where nothing is missing.
  const { rows } = await sql<{ name: string }>`select attname::text as name from pg_attribute
    where attrelid = 'public.kysely_migration'::regclass and attnum > 0 and not attisdropped`.execute(db)
  const present = new Set(rows.map(({ name }) => name))
  for (const column of ['checksum', 'serves'])
    if (!present.has(column)) await sql.raw(`alter table kysely_migration add column if not exists ${column} text`).execute(db)
  // A server that does not migrate by itself, and `weft doctor`, read here what the database has had.
  await sql.raw(`grant select on kysely_migration to ${SYSTEM_ROLE}`).execute(db)
}

/** Returns the migrations that the database has had, oldest first. */
export async function readRecord(db: Kysely<unknown>): Promise<Applied[]> {
  return (await sql<Applied>`select name, serves, checksum from kysely_migration order by name`.execute(db)).rows
}

/** Writes that the database has had a migration. */
export async function noteMigration(db: Kysely<unknown>, name: string, step: Step): Promise<void> {
  await sql`insert into kysely_migration (name, timestamp, checksum, serves)
    values (${name}, ${new Date().toISOString()}, ${await checksumOf(step)}, ${step.serves ?? null})`.execute(db)
}

/** Writes the checksums of migrations that an earlier release applied without one. */
export async function noteChecksums(
  db: Kysely<unknown>,
  applied: readonly Applied[],
  steps: Readonly<Record<string, Step>>,
): Promise<void> {
  for (const { name, checksum } of applied) {
    const step = steps[name]
    if (checksum === null && step)
      await sql`update kysely_migration set checksum = ${await checksumOf(step)} where name = ${name}`.execute(db)
  }
}

/** Returns the name of an applied migration whose statements are others in this program; undefined if there is none. */
export async function changedSince(applied: readonly Applied[], steps: Readonly<Record<string, Step>>): Promise<string | undefined> {
  for (const { name, checksum } of applied) {
    const step = steps[name]
    if (step && checksum !== null && checksum !== (await checksumOf(step))) return name
  }
  return undefined
}

/** Returns the migrations of a newer program that the database has had. */
export const newerThan = (known: readonly string[], applied: readonly Applied[]): Applied[] =>
  applied.filter(({ name }) => !known.includes(name))

/**
 * Says why a program must not use a database that a newer one has migrated; undefined if it may, because each newer migration lets
 * it serve.
 */
export function whyTooOld(known: readonly string[], applied: readonly Applied[]): string | undefined {
  const own = known.at(-1) ?? ''
  const closed = newerThan(known, applied).find(({ serves }) => serves === null || serves > own)
  if (!closed) return undefined
  return closed.serves === null
    ? `the database was migrated by a newer Weft (${closed.name}), beside which no older one may serve: start that one, or restore a backup`
    : `the database was migrated by a newer Weft (${closed.name}), beside which only one with ${closed.serves} may serve, and this one ends at ${own}: start a newer one, or restore a backup`
}
