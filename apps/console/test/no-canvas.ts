/**
 * jsdom has no canvas: in tests, charts draw nothing, and their text alternative is tested. For all test files, since they share modules:
 * what one of them replaced would not be replaced in a module that another one had loaded.
 */
import { vi } from 'vitest'

vi.mock('uplot', () => ({
  default: class {
    static pxRatio = 1
    series = []
    setData() {}
    setSize() {}
    destroy() {}
  },
}))
