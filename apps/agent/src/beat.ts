/** One timer for everything that happens regularly, however many agents run in a process. */
export interface Beat {
  /** Calls the listener about once a second with whole seconds of the monotonic clock. Returns a function that removes it. */
  each(listener: (now: number) => void): () => void
  stop(): void
}

export const monotonicSeconds = (): number => Math.floor(performance.now() / 1000)

export function createBeat(): Beat {
  const listeners = new Set<(now: number) => void>()
  const timer = setInterval(() => {
    const now = monotonicSeconds()
    for (const listener of listeners) listener(now)
  }, 1000)
  return {
    each(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop: () => clearInterval(timer),
  }
}
