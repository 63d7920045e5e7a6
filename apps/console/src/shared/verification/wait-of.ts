import { ApiRefusal } from '@weft/ui'

/** Longest wait that a button counts down; for a longer one the refusal's message is enough. */
const LONGEST_WAIT_SECONDS = 600

/** Returns the seconds that a refusal asks to wait if a button may count them down, else 0. */
export function waitOf(error: unknown): number {
  const { retry_after } = ((error instanceof ApiRefusal && error.code === 429 && error.data) || {}) as { retry_after?: unknown }
  return typeof retry_after === 'number' && retry_after <= LONGEST_WAIT_SECONDS ? retry_after : 0
}
