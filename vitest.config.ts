import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { ByKind } from './scripts/test-order.ts'

const globalSetup = 'apps/server/test/global-setup.ts'
/** Makes what properties choose at random the same in each run. */
const seed = 'scripts/test-seed.ts'
const exclude = ['**/node_modules/**', '**/dist/**', 'data/**', 'e2e/**']
// The proof `clocks` moves the time of programs but not that of PostgreSQL, and the world of this file takes both from the system.
if (process.env['FAKETIME_TIMESTAMP_FILE'] !== undefined) exclude.push('**/member-record/check.api.test.ts')

/** The server's pure tests. All its other tests need a database. */
const serverRules = 'apps/server/src/**/*.{rules,text}.test.ts'

/** A test that needs a browser environment has `// @vitest-environment jsdom` on its first line. */
export default defineConfig({
  test: {
    pool: 'forks',
    // Each worker has several worlds, and each world a dozen connections to the one PostgreSQL.
    maxWorkers: Math.min(4, availableParallelism()),
    // With the usual 16 MB a tenth of the processor time went into collecting garbage.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: ByKind },
    slowTestThreshold: 2_000,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    allowOnly: false,
    // A test that fails once in a hundred runs shows a fault that has to be found. A retry here would hide it; scripts/test.ts looks again and names it.
    retry: 0,
    // As `eventually` does (apps/server/test/eventually.ts).
    expect: { poll: { timeout: 110_000, interval: 20 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{packages,apps/{agent,console,ops},bench,proof,scripts}/**/*.test.{ts,tsx}', serverRules],
          exclude: [...exclude, 'apps/agent/test/network/**'],
          // Files share a process and its modules: antd, React and our own are loaded once in each, which halves the time of page tests.
          // So no module may keep something that changes what another file sees, and no two files may replace one module in different ways.
          isolate: false,
          // In the environment "test", antd gives all its dialogs and menus one id: the first that closed took the Escape key from the others.
          env: { NODE_ENV: 'development' },
          setupFiles: [seed, 'packages/ui/src/testing/clean-up.ts', 'apps/console/test/no-canvas.ts', 'apps/ops/test/plain-editor.tsx'],
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          setupFiles: [seed, 'apps/server/test/standing-clock.ts'],
          include: ['apps/server/**/*.test.ts'],
          exclude: [...exclude, serverRules],
          globalSetup: existsSync(globalSetup) ? [globalSetup] : [],
          // As above: importing the server again for each file took a third of the processor time.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          // A smoke of real tunnels between namespaces; the proof `tunnels` has the other tests of that folder.
          name: 'network',
          include: ['apps/agent/test/network/**/*.test.ts'],
          exclude,
          globalSetup: existsSync(globalSetup) ? [globalSetup] : [],
          // Its limits are long, because it runs beside all other suites: nothing in it depends on how long a thing takes.
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: {
          // What `npm test` leaves to the proofs (proof/tests.ts): it takes long, kills processes, counts packets or walks whole matrices.
          name: 'proof',
          setupFiles: [seed],
          include: ['{packages,apps}/**/*.proof.ts'],
          exclude,
          globalSetup: existsSync(globalSetup) ? [globalSetup] : [],
          testTimeout: 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
})
