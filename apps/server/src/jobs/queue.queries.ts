import { sql } from 'kysely'
import type { SystemDb } from '../db/client.ts'

/** Returns how many jobs are due and how many failed for good, and for how many seconds the oldest of those due has waited. */
export async function measureQueue({ sql: db }: SystemDb): Promise<{ waiting: number; failed: number; seconds: number }> {
  const { rows } = await sql<{ waiting: number; failed: number; seconds: number }>`
    select waiting, failed, coalesce(greatest(extract(epoch from now() - oldest), 0), 0)::float8 as seconds from weft_job_counts()`.execute(
    db,
  )
  return rows[0]!
}
