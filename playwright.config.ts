import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { defineConfig } from '@playwright/test'

/** The system's Chromium: `CHROMIUM` when it is set, else the first on PATH. */
function findChromium(): string {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const candidates = ['chromium', 'chromium-browser', 'google-chrome'].flatMap((name) => folders.map((folder) => path.join(folder, name)))
  return candidates.find(isExecutable) ?? '/usr/bin/chromium'
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Each spec gets its base URL from a fixture of e2e/, which starts the real server. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results/browser',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  reporter: 'line',
  use: {
    browserName: 'chromium',
    locale: 'zh-CN',
    trace: 'off',
    video: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
