import type { Pool } from 'pg'
import type { Log } from '../kernel/log.ts'
import { absenceOf } from './absence.ts'
import { readAddress } from './address.ts'
import { giveBack, take } from './pool.ts'

export interface ReplicaLimits {
  /** Seconds by which the replica may be behind the primary; beyond it, reads go to the primary. */
  most_seconds: number
  /** Milliseconds between two measurements. */
  check_ms: number
}
const REPLICA_LIMITS: ReplicaLimits = { most_seconds: 10, check_ms: 2_000 }
/** Positions of the primary that are kept at most. */
const MOST_MARKS = 64

/** The number of a database cluster, which its standbys share. */
const CLUSTER = '(select system_identifier::text from pg_control_system()) as cluster'
/** Positions in the log are numbers of bytes. */
export const OF_PRIMARY = `select (pg_current_wal_lsn() - '0/0')::text as position, ${CLUSTER}`
export const OF_REPLICA = `select pg_is_in_recovery() as standby, (pg_last_wal_replay_lsn() - '0/0')::text as position, ${CLUSTER}`

export interface OfPrimary {
  position: string
  cluster: string
}
export interface OfReplica {
  standby: boolean
  position: string | null
  cluster: string
}

/** Returns whether rows may be read from there at all; if not, why. */
export const unfitReplica = (own: OfPrimary, copy: OfReplica): string | undefined =>
  !copy.standby ? 'it is no standby' : copy.cluster === own.cluster ? undefined : 'it is the standby of another database'

/** The replica to which reads go that may be some seconds old. */
export interface Replica {
  readonly pool: Pool
  /** Whether reads go there now. */
  readonly used: boolean
  /** Seconds by which it was behind at most when it was measured last; undefined while that is not known. */
  readonly lag_seconds: number | undefined
  /**
   * Handles a failed read. If the replica is away, reads go to the primary until the next measurement.
   * @returns whether the same read may succeed on the primary
   */
  failed(error: unknown): boolean
  /** Ends the measurements. The pool belongs to the caller. */
  stop(): Promise<void>
}

/** Returns the address of replicas with what they must be: of several hosts one that is a standby, unless the address says otherwise. */
export function readingUrl(url: string): string {
  if (readAddress(url).hosts.length === 1 || /[?&]target_session_attrs=/.test(url)) return url
  return `${url}${url.includes('?') ? '&' : '?'}target_session_attrs=standby`
}

/**
 * Measures again and again by how much a standby is behind. It compares positions in the log: the primary's are noted with the time at
 * which each was read here, and the newest one that the standby has replayed says how old its rows are. So neither clocks nor an idle
 * database nor a standby that is cut off from its primary can make it look newer than it is.
 * @param primary and `pool` are asked with any role
 */
export function watchReplica(primary: Pool, pool: Pool, log: Log, { most_seconds, check_ms } = REPLICA_LIMITS): Replica {
  let marks: { at: number; position: bigint }[] = []
  let lag: number | undefined
  let used = false
  let told: string | undefined
  let checking: Promise<void> | undefined

  function decide(trouble: string | undefined): void {
    used = trouble === undefined
    if (trouble === told) return
    if (trouble === undefined) log.info('reads go to the replica again')
    else log.warn('reads go to the primary, not to the replica', { reason: trouble })
    told = trouble
  }

  async function measure(): Promise<string | undefined> {
    const at = performance.now()
    const own = await one<OfPrimary>(primary, OF_PRIMARY)
    const copy = await one<OfReplica>(pool, OF_REPLICA)
    const unfit = unfitReplica(own, copy)
    if (unfit !== undefined) return unfit
    const replayed = BigInt(copy.position ?? 0)
    marks.push({ at, position: BigInt(own.position) })
    const newest = marks.findLast(({ position }) => position <= replayed)
    if (newest) marks = marks.slice(marks.indexOf(newest))
    // The first one says how old the replica's rows are for as long as it replays nothing.
    if (marks.length > MOST_MARKS) marks.splice(1, 1)
    lag = newest && (newest.at === at ? 0 : (performance.now() - newest.at) / 1000)
    if (lag === undefined) return 'it is behind, and by how much is not known yet'
    return lag > most_seconds ? `it is more than ${most_seconds} s behind` : undefined
  }

  const check = async () => {
    try {
      decide(await measure())
    } catch (error) {
      lag = undefined
      decide((error as Error).message)
    }
  }
  const round = () => (checking ??= check().finally(() => (checking = undefined)))
  const timer = setInterval(() => void round(), check_ms).unref()
  void round()
  return {
    pool,
    get used() {
      return used
    },
    get lag_seconds() {
      return lag
    },
    failed(error) {
      if (absenceOf(error) === 'away') decide((error as Error).message)
      // A standby ends statements that hold up its replay.
      return absenceOf(error) === 'away' || (error as { code?: string }).code === '40001'
    },
    async stop() {
      clearInterval(timer)
      await checking
    },
  }
}

async function one<T extends object>(pool: Pool, statement: string): Promise<T> {
  const client = await take(pool)
  try {
    return (await client.query<T>(statement)).rows[0]!
  } finally {
    giveBack(client)
  }
}
