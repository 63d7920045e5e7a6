import { afterAll, afterEach, vi } from 'vitest'

// Test files share a process and its page: each restores them to the initial state.
if (typeof document !== 'undefined') {
  const { cleanup } = await import('@testing-library/react')
  // A page left from one test would still be drawn while the next test runs.
  afterEach(cleanup)
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
