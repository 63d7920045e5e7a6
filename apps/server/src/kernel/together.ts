/**
 * Does at once what comes at once: the first item is done by itself, and those that come meanwhile are done together, next, in their
 * order. Each caller waits until its own is done, and gets what it threw; who comes after that is not held by it.
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
