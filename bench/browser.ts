import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { build } from 'vite'
import { launchOptions } from '../e2e/chromium.ts'
import { inTemporaryFolder } from './child.ts'

/** The browser of the tests. */
export const CHROMIUM = launchOptions.executablePath

/** Builds a page of the bench as the console is built, and opens a browser for it. @param folder the page's folder in this one */
export const withPage = <T>(folder: string, work: (browser: Browser, address: string) => Promise<T>): Promise<T> =>
  inTemporaryFolder(async (outDir) => {
    await build({
      root: join(import.meta.dirname, folder),
      configFile: join(import.meta.dirname, '../apps/console/vite.config.ts'),
      logLevel: 'error',
      base: './',
      publicDir: false,
      build: { outDir, emptyOutDir: true },
    })
    const browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--allow-file-access-from-files'],
    })
    try {
      return await work(browser, `file://${outDir}/index.html`)
    } finally {
      await browser.close()
    }
  })

/** Starts to measure the processor time of the page's thread, in seconds, which excludes the machine's other work. */
export async function watchThread(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
}
