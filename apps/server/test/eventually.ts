import { vi } from 'vitest'

/**
 * Resolves once a check no longer throws, with what it returns. How long that takes is no part of a test: the limit is just below that of
 * a test, so that one whose event never comes ends with the error of the check.
 */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 110_000, interval: 20 })
