import { sql } from 'kysely'
import { expect } from 'vitest'
import type { SystemDb } from '../src/db/client.ts'
import { eventually } from './eventually.ts'

/** Resolves once another transaction of this database waits for this one. */
export const untilAnotherWaits = (db: SystemDb): Promise<void> =>
  eventually(async () => {
    const { rows } = await sql`select from pg_locks join pg_stat_activity using (pid)
      where not granted and datname = current_database()`.execute(db.sql)
    expect(rows.length).toBeGreaterThan(0)
  })
