import { Client } from 'pg'
import { connectionOptions } from './connection.ts'
import { SYSTEM_ROLE } from './row-security.ts'

/** Facts about a database and its server that `weft doctor` judges. */
export interface Checkup {
  max_connections: number
  /** Servers that renewed their lease within the last two minutes. */
  servers: number
  archiving: boolean
  /** Seconds since a file of the log was archived; null if none was. */
  archived_ago: number | null
  /** The last try to archive failed. */
  archive_fails: boolean
  /** Milliseconds by which the database's clock is ahead of this machine's, as exactly as the round trip allows. */
  clock_ahead_ms: number
}

/** Reads what the health of an installation depends on, as the server's role. */
export async function examineDatabase(url: string): Promise<Checkup> {
  const client = new Client({
    ...connectionOptions(url, { role: SYSTEM_ROLE }),
    connectionTimeoutMillis: 5_000,
    application_name: 'weft doctor',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Omit<Checkup, 'clock_ahead_ms'>>(
      `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as max_connections,
         (select count(*)::int from instance where last_time > now() - interval '2 minutes') as servers,
         current_setting('archive_mode') <> 'off' as archiving,
         extract(epoch from now() - last_archived_time)::float8 as archived_ago,
         coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as archive_fails
       from pg_stat_archiver`,
    )
    const before = Date.now()
    const { rows: clock } = await client.query<{ ms: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as ms')
    return { ...rows[0]!, clock_ahead_ms: clock[0]!.ms - (before + Date.now()) / 2 }
  } finally {
    await client.end().catch(() => {})
  }
}
