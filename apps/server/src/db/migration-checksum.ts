import { createHash } from 'node:crypto'
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Returns the statements that a migration runs on an empty database, those of helpers that it calls included. */
export async function statementsOf(migration: Migration): Promise<string[]> {
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
  return said
}

/**
 * Returns the SHA-256 of the statements that a migration runs on an empty database. Comments on lines of their own and indentation
 * do not count, so they may be corrected at any time; helpers that a migration calls do count.
 */
export async function checksumOf(migration: Migration): Promise<string> {
  const lines = (await statementsOf(migration)).flatMap((statement) => statement.split('\n')).map((line) => line.trim())
  return createHash('sha256')
    .update(lines.filter((line) => line !== '' && !line.startsWith('--')).join('\n'))
    .digest('hex')
}
