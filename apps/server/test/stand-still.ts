import { vi } from 'vitest'

/**
 * Lets the clocks of this process stand, so that no second, minute or day ends while a test looks at them; `world.pass` still moves a world's.
 * Timers run on, and so does PostgreSQL's clock. Give it to `beforeEach`, or what it returns to `onTestFinished`: that ends it.
 */
export function standStill(): () => void {
  vi.useFakeTimers({ toFake: ['Date'] })
  return () => void vi.useRealTimers()
}
