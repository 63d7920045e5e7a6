import { runMigrations as prepareQueue } from 'graphile-worker'
import { type Migration, Migrator } from 'kysely/migration'
import { connectAsOwner } from './client.ts'
import { explainConnection } from './connection.ts'
import checksums from './migrations/checksums.json' with { type: 'json' }
import { changedSince, noteChecksums } from './migration-checksum.ts'
import { endPool } from './pool.ts'
import { createRoles, openQueue } from './row-security.ts'

/** The names of all migrations that this program knows, oldest first. Numbers that are missing stay so. */
export const knownMigrations = Object.keys(checksums)

/** In order, and only ever added to: a migration that a database may have had is never changed, as its checksum holds. */
export const migrations: Record<string, Migration> = Object.fromEntries(
  await Promise.all(knownMigrations.map(async (name) => [name, (await import(`./migrations/${name}.ts`)) as Migration] as const)),
)

/** SQLSTATE that a migration raises if rows of an earlier release do not fit; its message is for the operator. */
const UNFIT = 'WEFT1'

/** SQLSTATEs of a missing right, and of a standby that only reads. */
const FORBIDDEN = new Set(['42501', '25006'])

/** Thrown if a database cannot be migrated; the message is one sentence for the operator. */
export class MigrationError extends Error {}

/**
 * Brings a database to this program's schema. Two instances may call it at once: one migrates, the other waits.
 * Each migration is one transaction, so an interrupted one leaves the schema of the one before it.
 * @param to the last migration to apply, for a backup that an older program made; all if absent
 * @throws a sentence for the operator: a right is missing, rows no longer fit, a newer program has migrated the database, or a
 *   migration was changed after the database had it
 */
export async function migrate(url: string, to?: string): Promise<string[]> {
  const { db, pool } = connectAsOwner(url)
  try {
    await createRoles(db as never)
    const [changed] = await changedSince(db as never, migrations)
    if (changed !== undefined)
      throw new MigrationError(`the migration ${changed} was changed after this database had it; start a Weft in which it is as it was`)
    const migrator = new Migrator({ db: db as never, provider: { getMigrations: async () => migrations } })
    const { error, results } = await (to === undefined ? migrator.migrateToLatest() : migrator.migrateTo(to))
    if (error instanceof Error && error.message.startsWith('corrupted migrations'))
      throw new MigrationError('the database was migrated by a newer Weft; start that one, or restore a backup')
    if ((error as { code?: string } | undefined)?.code === UNFIT) throw new MigrationError((error as Error).message)
    if (error) throw error
    await noteChecksums(db as never, migrations)
    await prepareQueue({ pgPool: pool })
    await openQueue(db as never)
    return (results ?? []).filter((r) => r.status === 'Success').map((r) => r.migrationName)
  } catch (error) {
    throw FORBIDDEN.has(String((error as { code?: string }).code)) ? explainConnection(error, url) : error
  } finally {
    await endPool(pool)
  }
}
