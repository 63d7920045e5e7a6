import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import type { PoolClient } from 'pg'
import type { Log } from '../kernel/log.ts'
import { noteMigration } from './migration-record.ts'
import type { Locks, Step } from './migration-step.ts'
import { only } from './pool.ts'

/** Thrown if a database cannot be migrated; the message is one sentence for the operator. */
export class MigrationError extends Error {}

/** Longest time that anybody waits behind a migration that waits for a lock itself. */
const LOCK_TIMEOUT = '3s'
/**
 * Milliseconds in which a migration takes all its locks, from the second on. It must be less than PostgreSQL's `deadlock_timeout`
 * (1 s): a statement of a server that waits for the first lock would otherwise be ended as the other part of a deadlock.
 */
const ALL_LOCKS_MS = 800
const TRIES = 20
/** Between two tries servers work through what has waited, for as long as this and up to twice as long. */
const PAUSE_MS = 700

/** SQLSTATEs of a lock that was not granted in time, of a deadlock, and of a statement that took too long, which only `takeLocks` limits. */
const IN_USE = new Set(['55P03', '40P01', '57014'])

/** Applies one migration and notes it, in one transaction unless it says otherwise. Tries again while others hold its tables. */
export async function runStep(client: PoolClient, name: string, step: Step, locks: Locks, log?: Log): Promise<void> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: only(client) }) })
  if (step.concurrently) {
    await step.up(db)
    return noteMigration(db, name, step)
  }
  const order = Object.entries(locks)
  for (let tries = 1; ; tries++)
    try {
      await client.query(`begin; set local lock_timeout = '${LOCK_TIMEOUT}'`)
      await takeLocks(client, order)
      await step.up(db)
      await noteMigration(db, name, step)
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      const { code, message } = error as { code?: string; message: string }
      if (!IN_USE.has(code ?? '')) throw error
      if (tries === TRIES)
        throw new MigrationError(
          `the migration ${name} could not lock its tables in ${TRIES} tries (${message}): end the long transactions or backups that use them, and start again`,
          { cause: error },
        )
      log?.warn('a migration waits for tables in use and tries again', { migration: name, tries, reason: message })
      await sleep(PAUSE_MS * (1 + Math.random()))
    }
}

/**
 * Takes all locks of a migration before it changes anything. A table that could not be locked comes first in the next try: servers lock
 * it before those that are locked already, and would hold it again at each try.
 */
async function takeLocks(client: PoolClient, order: [table: string, mode: string][]): Promise<void> {
  let end: number | undefined
  for (const wanted of order) {
    const [table, mode] = wanted
    if (end !== undefined) await client.query(`set local statement_timeout = ${Math.max(1, Math.round(end - performance.now()))}`)
    try {
      await client.query(`lock table ${table} in ${mode} mode`)
    } catch (error) {
      order.splice(order.indexOf(wanted), 1)
      order.unshift(wanted)
      throw error
    }
    end ??= performance.now() + ALL_LOCKS_MS
  }
  await client.query('set local statement_timeout = 0')
}
