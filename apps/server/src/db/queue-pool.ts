import type { Pool } from 'pg'
import type { Log } from '../kernel/log.ts'
import { TIME_LIMITS } from './time-limits.ts'
import { connectBy, endPool, openPool, renew, take } from './pool.ts'
import { SYSTEM_ROLE } from './row-security.ts'
import { endStalled } from './stall.ts'

/** Milliseconds after which a statement of the queue is cut off, and after which a connection without an answer counts as dead. */
const STATEMENT_TIMEOUT = 10_000
const ANSWER_TIMEOUT = 12_000

export interface QueuePool {
  /** The pool as graphile-worker takes it. */
  pool: Pool
  /** Replaces each connection that was opened before now at its next use. */
  renew(): void
  end(): Promise<void>
}

/**
 * Opens the pool of the job queue, which replaces connections that are dead or lead to a server that is no longer the primary. The
 * worker's own pool handles no error of its last connections, so that the process would end with them.
 */
export function openQueuePool(url: string, max: number, log: Log): QueuePool {
  const { lock_timeout, idle_in_transaction_session_timeout } = TIME_LIMITS
  // Only with `pipeline` does the driver end a connection on which an answer is missing.
  const timeouts = {
    lock_timeout,
    idle_in_transaction_session_timeout,
    statement_timeout: STATEMENT_TIMEOUT,
    query_timeout: ANSWER_TIMEOUT,
    pipeline: true,
  }
  const pool = openPool(url, { max, role: SYSTEM_ROLE, log, ...timeouts })
  endStalled(pool, url)
  return { pool: tellingAtOnce(pool), renew: () => renew(pool), end: () => endPool(pool) }
}

/**
 * Returns the pool with connections opened since the last `renew`, and with errors that reach the worker without their code. On some
 * codes (`RETRYABLE_ERROR_CODES`) it would silently try again, up to two minutes apart: jobs would wait that long after the database
 * is back.
 */
function tellingAtOnce(pool: Pool): Pool {
  const connect = connectBy(() =>
    take(pool).catch((error: unknown) => {
      throw new Error((error as Error).message, { cause: error })
    }),
  )
  return Object.assign(Object.create(pool) as Pool, { connect })
}
