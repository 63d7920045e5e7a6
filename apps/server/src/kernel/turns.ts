/**
 * Lets so many pieces of work of one key go at once; the others wait here. Changes of one account wait for each other's locks
 * anyway: waiting outside the pool, they hold no connection that another account needs.
 */
export function createTurns(atOnce: number): <T>(key: number, work: () => Promise<T>) => Promise<T> {
  const busy = new Map<number, { going: number; waiting: (() => void)[] }>()
  return async (key, work) => {
    let turns = busy.get(key)
    if (!turns) busy.set(key, (turns = { going: 0, waiting: [] }))
    if (turns.going < atOnce) turns.going += 1
    else await new Promise<void>((go) => turns.waiting.push(go))
    try {
      return await work()
    } finally {
      // Whoever waits takes this place over; the count stays.
      const next = turns.waiting.shift()
      if (next) next()
      else if (--turns.going === 0) busy.delete(key)
    }
  }
}
