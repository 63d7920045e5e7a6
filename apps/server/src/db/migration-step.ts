import type { Migration } from 'kysely/migration'

/** A migration, and what it means for servers that are running meanwhile. */
export interface Step extends Migration {
  /** The oldest program that may serve beside it and after it, named by the last migration of that program. Without it none may. */
  serves?: string
  /** It takes away what an older program uses: `weft migrate --contract` applies it, and no start does, except on an empty database. */
  contract?: true
  /** The tables whose indexes it creates or drops without a transaction, which keeps nobody waiting. It may be run again after a failure. */
  concurrently?: readonly string[]
  /** Of each table in which it changes rows: why these are few wherever it runs. Many rows are changed by a job. */
  few?: Readonly<Record<string, string>>
}

/** The locks of a migration on tables that exist before it, by table, as `lock table … in … mode` takes them. */
export type Locks = Record<string, string>
