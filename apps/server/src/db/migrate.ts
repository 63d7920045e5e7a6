import { setTimeout as sleep } from 'node:timers/promises'
import { runMigrations as prepareQueue } from 'graphile-worker'
import type { Kysely } from 'kysely'
import type { PoolClient } from 'pg'
import type { Log } from '../kernel/log.ts'
import { connectAsOwner } from './client.ts'
import { explainConnection } from './connection.ts'
import checksums from './migrations/checksums.json' with { type: 'json' }
import recordedLocks from './migrations/locks.json' with { type: 'json' }
import { type Applied, changedSince, keepRecord, newerThan, noteChecksums, readRecord, whyTooOld } from './migration-record.ts'
import { MigrationError, runStep } from './migration-run.ts'
import type { Locks, Step } from './migration-step.ts'
import { endPool, take } from './pool.ts'
import { createRoles, openQueue } from './row-security.ts'

export { MigrationError }

/** The migrations of a program by name, oldest first, and the locks of each. */
export interface Migrations {
  steps: Readonly<Record<string, Step>>
  locks: Readonly<Record<string, Locks>>
}

/** The names of all migrations that this program knows, oldest first. Numbers that are missing stay so. */
export const knownMigrations = Object.keys(checksums)

/** In order, and only ever added to: a migration that a database may have had is never changed, as its checksum holds. */
export const migrations: Migrations = {
  steps: Object.fromEntries(
    await Promise.all(knownMigrations.map(async (name) => [name, (await import(`./migrations/${name}.ts`)) as Step] as const)),
  ),
  locks: recordedLocks,
}

interface MigrateOptions {
  /** Applies exactly these, for a backup that an older program made. */
  only?: readonly string[] | undefined
  /** Applies the contract steps too: no program that they do not serve may be running. */
  contract?: boolean
  /** Gets a warning when a migration has to wait. */
  log?: Log | undefined
  /** Those of this program, unless a test has others. */
  from?: Migrations
}

/** SQLSTATE that a migration raises if rows of an earlier release do not fit; its message is for the operator. */
const UNFIT = 'WEFT1'

/** SQLSTATEs of a missing right, and of a standby that only reads. */
const FORBIDDEN = new Set(['42501', '25006'])

/** The lock by which one program at a time migrates. Earlier releases, which migrated with a library, take the same. */
const ONE_AT_A_TIME = '3853314791062309107'
const POLL_MS = 200

/**
 * Brings a database to this program's schema, and returns the names of the migrations that it applied. Two instances may call it at
 * once: one migrates, the other waits. Each migration is one transaction, so an interrupted run leaves the schema after the last of them.
 * A database that a newer program has migrated stays as it is, if that one lets this one serve.
 * @throws MigrationError with a sentence for the operator: a right is missing, rows no longer fit, a newer program has migrated the
 *   database and this one may not serve beside it, or a migration was changed after the database had it
 */
export async function migrate(url: string, { only, contract = false, log, from = migrations }: MigrateOptions = {}): Promise<string[]> {
  const { db: typed, pool } = connectAsOwner(url)
  const db = typed as unknown as Kysely<unknown>
  try {
    const client = await take(pool)
    try {
      await lockRun(client)
      await createRoles(db)
      await keepRecord(db)
      const applied = await readRecord(db)
      const known = Object.keys(from.steps)
      await demandUsable(known, applied, from)
      if (newerThan(known, applied).length > 0) return []
      // The queue comes first: whoever waits until no migration is due then finds it ready.
      await prepareQueue({ pgPool: pool })
      await openQueue(db)
      await noteChecksums(db, applied, from.steps)
      const due = dueOf(from.steps, applied, { contract }).filter((name) => only?.includes(name) ?? true)
      for (const name of due) await runStep(client, name, from.steps[name]!, from.locks[name] ?? {}, log)
      return due
    } finally {
      // Ends the lock of the run with the connection.
      client.release(true)
    }
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code === UNFIT) throw new MigrationError(message, { cause: error })
    throw FORBIDDEN.has(String(code)) ? explainConnection(error, url) : error
  } finally {
    await endPool(pool)
  }
}

/**
 * Waits until no other program migrates. It asks again and again instead of waiting in the database: the creation of an index without
 * a transaction, in the other program, waits for every statement that is under way.
 */
async function lockRun(client: PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${ONE_AT_A_TIME}) as taken`)
    if (rows[0]?.taken) return
    await sleep(POLL_MS)
  }
}

/** @throws MigrationError if this program must not use the database, whatever is due */
export async function demandUsable(
  known: readonly string[],
  applied: readonly Applied[],
  { steps }: Migrations = migrations,
): Promise<void> {
  const changed = await changedSince(applied, steps)
  if (changed !== undefined)
    throw new MigrationError(`the migration ${changed} was changed after this database had it; start a Weft in which it is as it was`)
  const tooOld = whyTooOld(known, applied)
  if (tooOld !== undefined) throw new MigrationError(tooOld)
}

/** Returns the migrations that a database has not had, in order. Contract steps only if asked for, or if it has had none at all. */
export function dueOf(steps: Migrations['steps'], applied: readonly Applied[], { contract }: { contract: boolean }): string[] {
  const had = new Set(applied.map(({ name }) => name))
  return Object.entries(steps).flatMap(([name, step]) => (had.has(name) || (step.contract && !contract && had.size > 0) ? [] : [name]))
}
