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
  // As in vitest.config.ts: a second try would hide a fault.
  retries: 0,
  timeout: 150_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: 'line',
  use: {
    browserName: 'chromium',
    locale: 'zh-CN',
    actionTimeout: 20_000,
    trace: 'off',
    video: 'off',
    screenshot: 'only-on-failure',
    launchOptions,
  },
})
