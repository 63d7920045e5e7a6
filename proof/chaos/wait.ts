import { setTimeout as sleep } from 'node:timers/promises'

const BETWEEN_MS = 100

/**
 * Resolves with the seconds that it took until something is true. An error counts as not yet.
 * @throws after so many seconds, with what was waited for and the last error
 */
export async function eventually(what: string, seconds: number, look: () => Promise<boolean> | boolean): Promise<number> {
  const began = performance.now()
  let last: unknown
  for (;;) {
    try {
      if (await look()) return (performance.now() - began) / 1000
      last = undefined
    } catch (error) {
      last = error
    }
    if (performance.now() - began > seconds * 1000) throw new Error(`not within ${seconds} s: ${what}`, { cause: last })
    await sleep(BETWEEN_MS)
  }
}

/** Returns what an error says, with what its causes say. */
export const reasonOf = ({ message, cause }: Error): string => (cause instanceof Error ? `${message}: ${reasonOf(cause)}` : message)
