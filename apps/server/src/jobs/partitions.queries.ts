import { sql } from 'kysely'
import type { SystemDb } from '../db/client.ts'

/** Days of one partition, by table. `weft_partitions` of the first migration aligns them. */
const PARTITIONED = { connect_log: 7, tunnel_session: 7, software_login_log: 7, audit: 7, traffic_minute: 1 } as const
const DAYS_AHEAD = 15

/** Makes the partitions of the coming days, so that no row ever finds none. */
export async function makePartitions({ sql: db }: SystemDb): Promise<void> {
  for (const [table, days] of Object.entries(PARTITIONED))
    await sql`select weft_partitions(${table}, current_date - 1, current_date + ${DAYS_AHEAD}::int, ${days}::int)`.execute(db)
}
