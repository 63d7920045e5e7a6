import { ApiRefusal } from '@weft/ui'

/** A longer ban is told by its sentence; nobody watches a button count down an hour. */
const LONGEST_WAIT_SECONDS = 600

/** Seconds for which a refusal asks to wait, where a button may count them down; 0 otherwise. */
export function waitOf(error: unknown): number {
  const { retry_after } = ((error instanceof ApiRefusal && error.code === 429 && error.data) || {}) as { retry_after?: unknown }
  return typeof retry_after === 'number' && retry_after <= LONGEST_WAIT_SECONDS ? retry_after : 0
}
