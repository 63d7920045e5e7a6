/**
 * Returns a function that does items in batches: items that arrive while a batch is being done are done together, next, in their
 * order. Each caller waits for the batch of its item and gets the error of that batch; later batches are done all the same.
 */
export function together<T>(work: (items: readonly T[]) => Promise<void>): (item: T) => Promise<void> {
  let before: Promise<void> = Promise.resolve()
  let next: { items: T[]; done: Promise<void> } | undefined
  return (item) => {
    if (next) {
      next.items.push(item)
      return next.done
    }
    const items = [item]
    const done = before.then(() => {
      next = undefined
      return work(items)
    })
    next = { items, done }
    before = done.catch(() => {})
    return done
  }
}
