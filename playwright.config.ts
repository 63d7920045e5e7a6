import { defineConfig } from '@playwright/test'
import { launchOptions } from './e2e/chromium.ts'

/** The global setup starts the real server once; each test opens an account of its own on it (e2e/test.ts). */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results/browser',
  globalSetup: './e2e/global-setup.ts',
  workers: 2,
  fullyParallel: true,
  // As in vitest.config.ts: a retry here would hide a fault.
  retries: 0,
  // Limits are far above what a busy machine takes, because a test that ends at one says nothing about the product.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  reporter: 'line',
  use: {
    browserName: 'chromium',
    locale: 'zh-CN',
    actionTimeout: 60_000,
    navigationTimeout: 120_000,
    trace: 'off',
    video: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...launchOptions,
      // Pages of one context share a process, so that it compiles the app once (e2e/contexts.ts). Code that runs this briefly costs more
      // processor time to optimize than it saves, and so do collecting garbage often and in several threads.
      args: [
        ...launchOptions.args,
        '--process-per-site',
        '--js-flags=--no-opt,--no-maglev,--single-threaded-gc,--min-semi-space-size=32,--max-semi-space-size=64',
      ],
    },
  },
})
