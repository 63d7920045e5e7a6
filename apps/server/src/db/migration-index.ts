import { type Kysely, sql } from 'kysely'

/**
 * Creates an index without keeping anybody from the table, for a migration with `concurrently`. If an earlier try failed, PostgreSQL
 * kept an invalid index of that name, which every write maintains and no query uses: it is dropped and created again.
 * @param on what follows the name: the table with its columns, and the condition
 */
export async function createIndexConcurrently(db: Kysely<unknown>, name: string, on: string): Promise<void> {
  const { rows } = await sql<{ valid: boolean }>`select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`.execute(
    db,
  )
  if (rows[0]?.valid) return
  if (rows[0]) await sql.raw(`drop index concurrently ${name}`).execute(db)
  await sql.raw(`create index concurrently ${name} on ${on}`).execute(db)
}
