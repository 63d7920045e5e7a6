import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** What Testing Library asks for by this name when the timers are fake, whichever runner faked them. */
interface Jest {
  advanceTimersByTime: (milliseconds: number) => void
}

/**
 * Stops the clock and the timers of the page. They move by `pass`, and by 1 ms each time that Testing Library looks again for what a test
 * waits for, so that promises and timers of 0 ms go on. How fast the machine is makes no difference. At the end of the test
 * they are real again.
 */
export function stopClock(): void {
  // React waits for its own work by `setImmediate`, which is no part of the page.
  vi.useFakeTimers({ toNotFake: ['setImmediate', 'clearImmediate', 'nextTick', 'queueMicrotask'] })
  const jest: Jest = { advanceTimersByTime: (milliseconds) => void vi.advanceTimersByTime(Math.min(milliseconds, 1)) }
  vi.stubGlobal('jest', jest)
}

/** Moves the stopped clock, and waits until the page shows what came of it. */
export const pass = (milliseconds: number): Promise<void> => act(async () => void (await vi.advanceTimersByTimeAsync(milliseconds)))
