import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { hostsOf, openClient } from './hosts.ts'
import { OF_PRIMARY, OF_REPLICA, type OfPrimary, type OfReplica, readingUrl, unfitReplica } from './replica.ts'
import { APP_ROLE, SYSTEM_ROLE } from './row-security.ts'

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

const DOCTOR = { connectionTimeoutMillis: 5_000, application_name: 'weft doctor' }

/** Reads what the health of an installation depends on, as the server's role. */
export async function examineDatabase(url: string): Promise<Checkup> {
  return asked(url, SYSTEM_ROLE, async (client) => {
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
  })
}

/** What one of several hosts of an address is. */
export interface HostState {
  /** The host with its port. */
  where: string
  is: 'primary' | 'standby' | undefined
  /** Why it cannot be used, as the end of a sentence. */
  trouble: string
}

/** Returns what each host of an address is. */
export async function examineHosts(url: string): Promise<HostState[]> {
  const hosts = await hostsOf(url).look()
  return hosts.map(({ where, answer }) =>
    typeof answer === 'string'
      ? { where, is: undefined, trouble: answer }
      : { where, is: answer.standby ? 'standby' : 'primary', trouble: '' },
  )
}

/** Milliseconds between two questions to a replica that is behind. */
const ASK_MS = 100

/**
 * Waits until the replica has replayed what the primary has now, and returns how many milliseconds that took.
 * @returns why reads do not go there, as a sentence, if it is no standby of this database, or if it takes longer than `patience_ms`
 */
export async function examineReplica(url: string, read_url: string, patience_ms: number): Promise<number | string> {
  const began = performance.now()
  const own = await asked(url, SYSTEM_ROLE, async (client) => (await client.query<OfPrimary>(OF_PRIMARY)).rows[0]!)
  return asked(readingUrl(read_url), APP_ROLE, async (client) => {
    for (;;) {
      const copy = (await client.query<OfReplica>(OF_REPLICA)).rows[0]!
      const took = performance.now() - began
      const unfit = unfitReplica(own, copy)
      if (unfit !== undefined) return unfit
      if (BigInt(copy.position ?? 0) >= BigInt(own.position)) return took
      if (took > patience_ms) return `it is more than ${patience_ms / 1000} s behind`
      await sleep(ASK_MS)
    }
  })
}

async function asked<T>(url: string, role: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await openClient(url, { settings: { role }, ...DOCTOR })
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
