import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { skipPauses } from '../time/pauses.ts'

beforeEach(() => skipPauses(true))

// Test files share a process and its page: each restores them to the initial state.
if (typeof document !== 'undefined') {
  const { setTimeout } = globalThis
  // React shows the parts of a page that loads at least 0.3 s apart, by the timer that it finds when it is loaded, so that nothing flickers.
  globalThis.setTimeout = ((work: () => void) => setTimeout(work)) as typeof setTimeout
  await import('react-dom/client')
  globalThis.setTimeout = setTimeout
  const { cleanup } = await import('@testing-library/react')
  afterEach(() => {
    // A page left from one test would still be drawn while the next test runs.
    cleanup()
    vi.useRealTimers()
  })
  afterAll(() => {
    document.body.replaceChildren()
    localStorage.clear()
    sessionStorage.clear()
    history.replaceState(null, '', '/')
  })
}
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
