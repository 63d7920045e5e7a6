import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { resetModuleState } from '../store/module-state.ts'
import { skipPauses } from '../time/pauses.ts'
import './escape.ts'

/** When each test of a page takes place: 2026-11-22 12:30 in Shanghai. The clock stands, so no verdict depends on when a test runs. */
const NOW = Date.UTC(2026, 10, 22, 4, 30)

beforeEach(() => skipPauses(true))

/** React makes a stack trace for each of the first 10,000 elements in a second, for messages about their owner. That took a quarter of a page test. */
async function keepNoStacks(): Promise<void> {
  const { default: react } = await import('react')
  const internals: unknown = Reflect.get(react, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
  if (internals) Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set() {}, configurable: true })
}

// Tests share a process, its page and its modules: each leaves them as it found them.
if (typeof document !== 'undefined') {
  const { setTimeout } = globalThis
  // React shows the parts of a page that loads at least 0.3 s apart, by the timer that it finds when it is loaded, so that nothing flickers.
  globalThis.setTimeout = ((work: () => void) => setTimeout(work)) as typeof setTimeout
  await import('react-dom/client')
  globalThis.setTimeout = setTimeout
  await keepNoStacks()
  const { cleanup } = await import('@testing-library/react')
  // Before the test file is loaded, because data of tests counts from now.
  vi.setSystemTime(NOW)
  afterEach(() => {
    // A page left from one test would still be drawn while the next test runs.
    cleanup()
    vi.useRealTimers()
    vi.setSystemTime(NOW)
    document.body.replaceChildren()
    localStorage.clear()
    sessionStorage.clear()
    history.replaceState(null, '', '/')
    resetModuleState()
  })
}
afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
