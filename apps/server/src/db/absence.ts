/**
 * Why the database failed, where the same call may succeed later without a change of the program:
 * - `away`: it cannot be reached, is starting or stopping, or did not answer in time
 * - `busy`: it answers, but has no connection or memory left, or stopped this transaction in favour of another
 * - `full`: its disk is full or fails
 * - `readonly`: it takes no writes, as a standby or by its settings
 */
export type Absence = 'away' | 'busy' | 'full' | 'readonly'

/** SQLSTATE codes and classes (PostgreSQL documentation, appendix A), from the special to the general. */
const sqlStates: readonly (readonly [prefix: string, Absence])[] = [
  ['25006', 'readonly'], // read_only_sql_transaction
  ['53100', 'full'], // disk_full
  ['58030', 'full'], // io_error
  ['53', 'busy'], // too_many_connections, out_of_memory, configuration_limit_exceeded
  ['40001', 'busy'], // serialization_failure
  ['40P01', 'busy'], // deadlock_detected
  ['55P03', 'busy'], // lock_not_available
  ['57014', 'busy'], // query_canceled: our own limit of time, which a sound database does not reach
  ['57P', 'away'], // admin_shutdown, crash_shutdown, cannot_connect_now, idle_session_timeout
  ['08', 'away'], // connection_exception
  ['25P03', 'away'], // idle_in_transaction_session_timeout
]

/** Codes of the operating system for a connection that failed or could not be opened. */
const SYSTEM_CODES = new Set(
  [
    ['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'],
    ['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ENETRESET', 'EMFILE', 'ENFILE', 'ENOBUFS'],
  ].flat(),
)

/** Messages of the driver (pg, pg-pool), which have no code. */
const SENTENCES =
  /^(Connection terminated|Client has encountered a connection error and is not queryable|Client was closed and is not queryable|Query read timeout|Cannot use a pool after calling end on the pool)|timeout expired$|timeout exceeded when trying to connect/

/** Returns why the database failed; undefined if the fault is in the statement, so that repeating it is of no use. */
export function absenceOf(error: unknown): Absence | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, severity, message } = error as Error & { code?: unknown; severity?: unknown }
  if (typeof code !== 'string') return SENTENCES.test(message) ? 'away' : undefined
  if (SYSTEM_CODES.has(code)) return 'away'
  const known = sqlStates.find(([prefix]) => code.startsWith(prefix))?.[1]
  // Any other FATAL or PANIC comes from the server: it refuses the login, the database is gone or closed, or it gives up.
  return known ?? (severity === 'FATAL' || severity === 'PANIC' ? 'away' : undefined)
}

/** Returns whether writes will fail until an operator helps, while reads may go on. */
export const takesNoWrites = (error: unknown): boolean => ['full', 'readonly'].includes(absenceOf(error) ?? '')
