import { setImmediate } from 'node:timers/promises'

/** Milliseconds for which a long calculation may hold the thread before others have their turn. */
const MOST_MS = 20

/**
 * Returns what a long calculation awaits between its steps: once the steps have held the thread for longer than `most_ms`, it lets
 * everything run that waits.
 */
export function createPauses(most_ms = MOST_MS): () => Promise<void> {
  let began = performance.now()
  return async () => {
    if (performance.now() - began < most_ms) return
    await setImmediate()
    began = performance.now()
  }
}
