import { afterAll, afterEach, vi } from 'vitest'

// Test files share a process and its page: each leaves them as it found them.
if (typeof document !== 'undefined') {
  const { cleanup } = await import('@testing-library/react')
  // What is left on the page would still draw while the next test runs.
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
