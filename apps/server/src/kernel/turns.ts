/** Runs work of a key in its turn. */
export type Turn = <T>(key: number, work: () => Promise<T>) => Promise<T>

/**
 * Returns a function that runs at most `atOnce` pieces of work of one key at a time; the others wait. Changes of one account wait for
 * each other's locks anyway: waiting outside the pool, they hold no connection that another account needs.
 * @param mostWaiting pieces of work of one key; further work is rejected with what `full` returns
 */
export function createTurns(atOnce: number, mostWaiting = Number.POSITIVE_INFINITY, full = () => new Error('too many wait')): Turn {
  const busy = new Map<number, { going: number; waiting: (() => void)[] }>()
  return async (key, work) => {
    let turns = busy.get(key)
    if (!turns) busy.set(key, (turns = { going: 0, waiting: [] }))
    if (turns.going < atOnce) turns.going += 1
    else if (turns.waiting.length >= mostWaiting) throw full()
    else await new Promise<void>((go) => turns.waiting.push(go))
    try {
      return await work()
    } finally {
      // The next in the queue takes this place over; the count remains.
      const next = turns.waiting.shift()
      if (next) next()
      else if (--turns.going === 0) busy.delete(key)
    }
  }
}
