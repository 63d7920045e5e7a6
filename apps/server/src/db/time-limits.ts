/**
 * Limits of each connection, in milliseconds. A statement ends after 15 s: its caller has given up after ten. A statement that waits for a
 * lock ends after 8 s: later than the four for which a migration makes others wait, and early enough to answer its caller. A transaction
 * that sends no statement for 30 s ends, because its process has probably stopped and others wait for its locks.
 */
export const TIME_LIMITS = { statement_timeout: 15_000, lock_timeout: 8_000, idle_in_transaction_session_timeout: 30_000 }
