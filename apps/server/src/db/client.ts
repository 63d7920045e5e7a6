import { Kysely, PostgresDialect, type PostgresPool, type QueryExecutorProvider, sql } from 'kysely'
import { types as builtin, type Pool, type PoolClient, type PoolConfig } from 'pg'
import { type Log, silentLog } from '../kernel/log.ts'
import { createTurns } from '../kernel/turns.ts'
import { absenceOf } from './absence.ts'
import { createBatch } from './batch.ts'
import { anyOf, endPool, giveBack, noteFailure, only, type OpenPool, openPool, take } from './pool.ts'
import { type Replica, type ReplicaLimits, readingUrl, watchReplica } from './replica.ts'
import { APP_ROLE, SYSTEM_ROLE } from './row-security.ts'
import type { Database } from './schema.ts'
import { endStalled } from './stall.ts'
import { PATIENCE, type Patience } from './time-limits.ts'
import { createWritability } from './writability.ts'

/**
 * The rows of one account, inside one transaction. Queries take this and nothing wider, so tenancy is a parameter, not a
 * habit; row-level security enforces it a second time.
 */
export interface AccountDb extends Transaction {
  readonly account_id: number
}
/**
 * The rows of one account, to read and never to write. Queries that may run on the replica take this: functions that write take `AccountDb`,
 * so they cannot be given it.
 */
export interface ReadingDb {
  readonly account_id: number
  readonly sql: QueryExecutorProvider & Pick<Kysely<Database>, 'selectFrom' | 'with'>
}
/** All accounts' rows: for the sign-in, the operators, the gateway and the jobs. */
export type SystemDb = Transaction

interface Transaction {
  readonly sql: Kysely<Database>
  /** Sends these events to every instance once the transaction has committed, and never if it is rolled back. `adapters/bus/publish.ts` calls it. */
  announce(announcements: readonly Announcement[]): void
}

/** An event in the form in which it is sent, and the part of it by which a carrier with subjects chooses where to send it. */
export interface Announcement {
  readonly payload: string
  readonly event: { readonly type: string; readonly account_id: number | 'all'; readonly router_name?: string | undefined }
}

/**
 * Sends events to every instance, in the order of the calls and within milliseconds. An event is lost if the process is killed before it is
 * sent, or if too many wait during an outage. Then the other instances learn of the change later: each looks regularly for what it missed.
 */
export interface Announcer {
  announce(announcements: readonly Announcement[]): void
  /** Number of events since the start that were given up because the carrier refused them or was away for too long. */
  readonly lost: number
  /** Sends what waits, once, and takes no more. */
  stop(): Promise<void>
}

/** The channel of NOTIFY on which instances receive each other’s events. */
export const CHANNEL = 'weft'
/** Events that may wait while the database is away. */
const MOST_WAITING = 10_000

export interface Db {
  /** Runs `work` for one account in one transaction; with `read` it may change nothing. */
  account<T>(account_id: number, mode: 'read' | 'write', work: (db: AccountDb) => Promise<T>): Promise<T>
  /**
   * Runs reading `work` for one account whose result may be some seconds old: on the replica while it is at most ten seconds behind, else on
   * the primary. If the replica fails, `work` runs again on the primary.
   * @param first runs before, always on the primary; in the same transaction if `work` runs there too
   */
  lagging<T>(account_id: number, work: (db: ReadingDb) => Promise<T>, first?: (db: AccountDb) => Promise<unknown>): Promise<T>
  /** Runs `work` for the system in one transaction. */
  system<T>(work: (db: SystemDb) => Promise<T>): Promise<T>
  /** Single statements of the system, each its own transaction. */
  readonly systemNow: SystemDb
  /** Throws when the database does not answer within two seconds. */
  ping(): Promise<void>
  /** Returns whether the database takes writes: not on a full disk or a standby. Tries a write at most every 30 s. @throws as `ping` */
  writable(): Promise<boolean>
  /** Returns how many connections are in use and how many callers wait for one, for the metrics. */
  load(): { used: number; waiting: number }
  /** Returns the state of the replica, and how many reads of `lagging` went where since the start, for the metrics. */
  lag(): { used: boolean; seconds: number | undefined; reads: { replica: number; primary: number } }
  /** Number of events since the start that no other instance received because this one gave them up. */
  lostEvents(): number
  close(): Promise<void>
}

const INT8 = 20
const TIMESTAMPTZ = 1184
const seconds = (text: string) => Math.floor(Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')) / 1000)

/** Reads counts as safe integers and times as whole Unix seconds, as on the wire. */
const parsers: PoolConfig['types'] = {
  getTypeParser: ((oid: number, format: never) =>
    oid === INT8 ? Number : oid === TIMESTAMPTZ ? seconds : builtin.getTypeParser(oid, format)) as typeof builtin.getTypeParser,
}

/** Changes of one account that may hold a connection at once, so that a busy account leaves connections to the others. */
const WRITERS_PER_ACCOUNT = 4
/** The share of the connections that reads of one account may hold at once, for the same reason. */
const READERS_SHARE = 1 / 2

interface PoolOptions extends Pick<OpenPool, 'log' | 'waited'> {
  /** How long an instance waits for the database; shorter or longer only in tests. */
  patience?: Patience
}

/** The code of the message by which a trigger says that the transaction has work for `beforeCommit`. It is an INFO, which no setting withholds. */
const UNSETTLED = 'WT001'
/** The connections on which it was said in the present transaction. */
const unsettled = new WeakSet<PoolClient>()

function pool(url: string, role: string, max: number, { log, waited, patience = PATIENCE }: PoolOptions): Pool {
  const { connection: connectionTimeoutMillis, limits, ends_stalled } = patience
  const made = openPool(url, { max, types: parsers, connectionTimeoutMillis, ...limits, role, log, waited, pipeline: true })
  made.on('connect', (client) => void client.on('notice', ({ code }) => void (code === UNSETTLED && unsettled.add(client))))
  if (ends_stalled) endStalled(made, url)
  return made
}

const kysely = (from: PostgresPool) => new Kysely<Database>({ dialect: new PostgresDialect({ pool: from }) })

const held = new WeakMap<PoolClient, Kysely<Database>>()
function kyselyOn(client: PoolClient): Kysely<Database> {
  let made = held.get(client)
  if (!made) held.set(client, (made = kysely(only(client))))
  return made
}

interface Source {
  pool: Pool
  /** Is called with each error of a statement. */
  failed(error: unknown): void
  announce: Announcer['announce']
  /** Runs as the last statements of each transaction in which the database has said that there is work for it. */
  beforeCommit: (transaction: Transaction) => Promise<void>
}

/**
 * Returns what sends by NOTIFY. The events of many transactions go in one statement of their own: a transaction that notifies waits at its
 * commit for each other that does, so changes would not be written side by side.
 */
const byNotify = (statements: Kysely<Database>, log: Log): Announcer => {
  let lost = 0
  const batch = createBatch<Announcement>({
    name: 'announcements',
    write: async (announcements) => {
      const payloads = announcements.map(({ payload }) => payload)
      await sql`select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[]) payload`.execute(statements)
    },
    delay_ms: 0,
    most: MOST_WAITING,
    most_of_one: MOST_WAITING,
    sourceOf: ({ event }) => `account ${event.account_id}`,
    dropped: () => (lost += 1),
    log,
  })
  return {
    announce: (announcements) => {
      for (const one of announcements) batch.add(one)
    },
    get lost() {
      return lost
    },
    stop: batch.stop,
  }
}

/**
 * Runs `work` in one transaction on one connection, with as few round trips as the mode allows: a reading one sends its first
 * statement without waiting for `begin`, and returns without waiting for `commit`. If `begin` failed, its statements would
 * see no account's rows.
 * @throws if a statement failed and the work went on to write: PostgreSQL then rolls back, and says so only in its answer to `commit`
 */
async function transact<T>(
  { pool, failed, announce, beforeCommit }: Source,
  begin: string,
  mode: 'read' | 'write',
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const client = await take(pool)
  const announcements: Announcement[] = []
  let result: T
  try {
    unsettled.delete(client)
    const begun = client.query(begin)
    if (mode === 'write') await begun
    else begun.catch(() => {})
    const transaction: Transaction = { sql: kyselyOn(client), announce: (more) => void announcements.push(...more) }
    result = await work(transaction)
    if (unsettled.has(client)) await beforeCommit(transaction)
    await begun
  } catch (error) {
    // A connection that cannot even roll back is closed when it is given back.
    await client.query('rollback').catch(() => {})
    giveBack(client)
    if (mode === 'read' && absenceOf(error) === 'readonly') throw new Error('a call that only reads tried to write', { cause: error })
    failed(error)
    throw error
  }
  const committed = client.query('commit').finally(() => giveBack(client))
  if (mode === 'write') committed.catch(failed)
  if (mode === 'read') committed.catch(() => {})
  else if ((await committed).command !== 'COMMIT') throw new Error('the transaction was rolled back, because one of its statements failed')
  if (announcements.length > 0) announce(announcements)
  return result
}

interface ConnectOptions extends PoolOptions {
  connections?: number
  /** Runs at the end of each transaction whose triggers ask for it (`UNSETTLED`): what is stored because of what the transaction wrote. */
  beforeCommit?: Source['beforeCommit'] | undefined
  /** Sends what transactions announce; NOTIFY by default. */
  announcer?: Announcer | undefined
  /** The address of a standby for reads that may be some seconds old. */
  read_url?: string | undefined
  replica_limits?: ReplicaLimits
}

/**
 * Returns access to the database as the two roles of `row-security.ts`. Opens no connection by itself, except to watch a replica.
 * `waited` is called each time that somebody got a connection, with the seconds waited for it.
 */
export function connect(
  url: string,
  { connections = 16, announcer, beforeCommit = async () => {}, read_url, replica_limits, ...options }: ConnectOptions = {},
): Db {
  const pools = { app: pool(url, APP_ROLE, connections, options), system: pool(url, SYSTEM_ROLE, Math.max(4, connections >> 1), options) }
  const { writable, failed: unwritten } = createWritability(pools.system)
  const failed = (error: unknown) => {
    unwritten(error)
    for (const one of [pools.app, pools.system]) noteFailure(one, error)
  }
  const system = kysely(anyOf(pools.system, failed))
  const sending = announcer ?? byNotify(system, options.log ?? silentLog)
  const { announce, stop } = sending
  const ofApp: Source = { pool: pools.app, failed, announce, beforeCommit }
  const ofSystem: Source = { pool: pools.system, failed, announce, beforeCommit }
  const turn = createTurns(WRITERS_PER_ACCOUNT)
  const readingTurn = createTurns(Math.max(1, Math.floor(connections * READERS_SHARE)))
  const replica: Replica | undefined =
    read_url === undefined
      ? undefined
      : watchReplica(pools.system, pool(readingUrl(read_url), APP_ROLE, connections, options), options.log ?? silentLog, replica_limits)
  const ofReplica = replica && { pool: replica.pool, failed: () => {}, announce, beforeCommit }
  const reads = { replica: 0, primary: 0 }
  const beginOf = (account_id: number, mode: 'read' | 'write') =>
    `begin ${mode === 'read' ? 'read only' : ''}; set local weft.account_id = ${account_id}`
  function reading<T>(source: Source, account_id: number, work: (db: AccountDb) => Promise<T>): Promise<T> {
    return readingTurn(account_id, () =>
      transact(source, beginOf(account_id, 'read'), 'read', (transaction) => work({ account_id, ...transaction })),
    )
  }
  return {
    account: (account_id, mode, work) =>
      mode === 'read'
        ? reading(ofApp, account_id, work)
        : turn(account_id, () => transact(ofApp, beginOf(account_id, mode), mode, (transaction) => work({ account_id, ...transaction }))),
    async lagging(account_id, work, first) {
      let due = first
      if (replica?.used && ofReplica) {
        if (due) await reading(ofApp, account_id, due)
        due = undefined
        try {
          const result = await reading(ofReplica, account_id, work)
          reads.replica += 1
          return result
        } catch (error) {
          if (!replica.failed(error)) throw error
        }
      }
      reads.primary += 1
      return reading(ofApp, account_id, async (db) => {
        await due?.(db)
        return work(db)
      })
    },
    system: (work) => transact(ofSystem, 'begin', 'write', work),
    systemNow: { sql: system, announce },
    ping: async () => {
      await sql`select 1`.execute(system)
    },
    writable,
    load: () => ({
      used: pools.app.totalCount - pools.app.idleCount + pools.system.totalCount - pools.system.idleCount,
      waiting: pools.app.waitingCount + pools.system.waitingCount,
    }),
    lag: () => ({ used: replica?.used ?? false, seconds: replica?.lag_seconds, reads: { ...reads } }),
    lostEvents: () => sending.lost,
    close: async () => {
      await stop()
      await replica?.stop()
      // Kysely would end only a pool that it has taken a connection from.
      await Promise.all([pools.app, pools.system, ...(replica ? [replica.pool] : [])].map(endPool))
    },
  }
}

/** Set explicitly, because the database or its user may have limits of their own. */
const UNLIMITED = { statement_timeout: '0', lock_timeout: '0', idle_in_transaction_session_timeout: '0' }

/** Connects as the owner of the schema, for migrations: no statement is cut off, however long it takes. */
export function connectAsOwner(url: string): { db: Kysely<Database>; pool: Pool } {
  const made = openPool(url, { max: 2, types: parsers, settings: UNLIMITED })
  return { db: kysely(made), pool: made }
}

/** Narrows the system's access to one account, for services that customers use and the system calls. Only inside `Db.system`. */
export const asAccount = (db: SystemDb, account_id: number): AccountDb => ({ ...db, account_id })

/**
 * SQLSTATEs of a transaction that another one overtook: what it refers to was deleted after it had looked, or each waited for the other
 * (foreign_key_violation, serialization_failure, deadlock_detected).
 */
const OVERTAKEN = new Set(['23503', '40001', '40P01'])

/**
 * Runs a transaction, and runs it once more if another one overtook it: then its checks see what the other one did. It must change nothing
 * but the database.
 */
export async function evenIfOvertaken<T>(transaction: () => Promise<T>): Promise<T> {
  try {
    return await transaction()
  } catch (error) {
    if (!OVERTAKEN.has((error as { code?: string }).code ?? '')) throw error
    return transaction()
  }
}

/** Returns whether the database refused a row because another row has its key: another caller was first. */
export const isKeyTaken = (error: unknown): boolean => (error as { code?: string }).code === '23505'

/** Returns whether the database refused a row because what it refers to is gone: another caller has deleted it. */
export const isReferenceGone = (error: unknown): boolean => (error as { code?: string }).code === '23503'

/** Returns a moment to compare a time column with: columns are read as Unix seconds, but PostgreSQL compares times. */
export const moment = (at: Date) => sql<number>`${at}::timestamptz`
