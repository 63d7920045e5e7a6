/** The setup of tests whose worlds stand still in time: so does the clock of their process, which their own dates are counted from. */
import { afterAll, beforeEach, inject, vi } from 'vitest'

const stand = () => void vi.setSystemTime(inject('stands')!)
// Before the test file is loaded, because data of tests counts from now.
stand()
beforeEach(stand)
afterAll(() => void vi.useRealTimers())
