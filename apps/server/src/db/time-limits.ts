import { CONNECT_TIMEOUT } from './hosts.ts'

/**
 * Limits of each connection, in milliseconds. A statement ends after 15 s: its caller has given up after ten. A statement that waits for a
 * lock ends after 8 s: later than the four for which a migration makes others wait, and early enough to answer its caller. A transaction
 * that sends no statement for 30 s ends, because its process has probably stopped and others wait for its locks.
 */
export const TIME_LIMITS = { statement_timeout: 15_000, lock_timeout: 8_000, idle_in_transaction_session_timeout: 30_000 }

/** How long an instance waits for its database. */
export interface Patience {
  /** Milliseconds for a new connection, and for a free one of the pool. */
  connection: number
  /** Limits that PostgreSQL holds for each connection, in milliseconds; 0 for none. */
  limits: typeof TIME_LIMITS
  /** Whether connections are ended on which no answer comes any more. */
  ends_stalled: boolean
}
export const PATIENCE: Patience = { connection: CONNECT_TIMEOUT, limits: TIME_LIMITS, ends_stalled: true }
