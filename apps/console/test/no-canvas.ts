/**
 * jsdom has no canvas: in tests, charts draw nothing, and their text alternative is tested. All test files share modules. So the library is
 * replaced for all of them: a module that was loaded with the real library would keep it.
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
