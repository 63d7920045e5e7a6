import { DAY_SECONDS } from '@weft/contract'
import { sql } from 'kysely'
import { moment, type SystemDb } from '../db/client.ts'
import { after } from '../kernel/clock.ts'
import type { Settings } from '../kernel/settings.ts'

/** Days of one partition, and for how many days before today there are partitions, by table. `weft_partitions` of the first migration aligns them. */
const PARTITIONED = {
  connect_log: { days: 7, behind: 1 },
  tunnel_session: { days: 7, behind: 1 },
  software_login_log: { days: 7, behind: 1 },
  audit: { days: 7, behind: 1 },
  traffic_minute: { days: 1, behind: 1 },
  // Late minutes are summed as far back as minutes are kept.
  traffic_hour: { days: 30, behind: 40 },
  traffic_day: { days: 366, behind: 40 },
  quality_minute: { days: 1, behind: 1 },
  quality_quarter: { days: 7, behind: 7 },
  quality_hour: { days: 30, behind: 40 },
} as const
type Partitioned = keyof typeof PARTITIONED
/** Days for which the quality of links is kept (docs/decisions/101). */
const QUALITY_DAYS = { quality_minute: 3, quality_quarter: 30, quality_hour: 400 } as const
const DAYS_AHEAD = 15

/** Makes the partitions of the coming days, so that no row ever finds none. */
export async function makePartitions({ sql: db }: SystemDb): Promise<void> {
  for (const [table, { days, behind }] of Object.entries(PARTITIONED))
    await sql`select weft_partitions(${table}, now()::date - ${behind}::int, now()::date + ${DAYS_AHEAD}::int, ${days}::int)`.execute(db)
}

/** Forgets the names of deleted members of whom no log holds anything any more. */
export async function forgetFormerMembers({ sql: db }: SystemDb, before: Date): Promise<void> {
  await db.deleteFrom('former_member').where('delete_time', '<', moment(before)).execute()
}

type Kept = Pick<Settings, 'WEFT_LOG_DAYS' | 'WEFT_TRAFFIC_MINUTE_DAYS' | 'WEFT_TRAFFIC_HOUR_DAYS' | 'WEFT_TRAFFIC_DAY_DAYS'>

/**
 * Drops the partitions all of whose rows are older than they need to be kept, one at a time; `weft_drop_partition` of migration
 * 0063 looks. Of the audit's chains what is left begins with the hash that the last dropped entry had.
 * @returns the names of those dropped
 */
export async function dropPartitions({ sql: db }: SystemDb, kept: Kept, now: Date): Promise<string[]> {
  const logs = kept.WEFT_LOG_DAYS
  const keptDays: Record<Partitioned, number> = {
    connect_log: logs,
    tunnel_session: logs,
    software_login_log: logs,
    audit: logs,
    traffic_minute: kept.WEFT_TRAFFIC_MINUTE_DAYS,
    traffic_hour: kept.WEFT_TRAFFIC_HOUR_DAYS,
    traffic_day: kept.WEFT_TRAFFIC_DAY_DAYS,
    ...QUALITY_DAYS,
  }
  const dropped: string[] = []
  for (const [table, days] of Object.entries(keptDays)) {
    for (;;) {
      const before = after(now, -days * DAY_SECONDS)
      const { rows } = await sql<{ name: string | null }>`select weft_drop_partition(${table}, ${before}) as name`.execute(db)
      const name = rows[0]?.name
      if (!name) break
      dropped.push(name)
    }
  }
  return dropped
}
