/** Sets `Date` in a test's process to the fixed time of its world, and stops it there. */
import { afterAll, beforeEach, inject, vi } from 'vitest'

const stand = () => void vi.setSystemTime(inject('stands')!)
// Before the test file is loaded, because data of tests counts from now.
stand()
beforeEach(stand)
afterAll(() => void vi.useRealTimers())
