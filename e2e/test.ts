import { type BrowserContext, type BrowserContextOptions, type ConsoleMessage, expect, type Page, test as base } from '@playwright/test'
import { type Accounts, type Login, openAccounts } from './accounts.ts'
import { sharedServer } from './global-setup.ts'
import { openPublications, type Publications } from './publications.ts'
import type { Addresses } from './server.ts'
import { signInByApi } from './sessions.ts'

export { expect }

interface WorkerFixtures {
  server: Addresses
  accounts: Accounts
  /** Publishes content as operators do. */
  publications: Publications
}
interface TestFixtures {
  /** Opens a browser context without a session. Any complaint of its pages fails the test. */
  visitor: (options?: BrowserContextOptions) => Promise<BrowserContext>
  /** Opens a signed-in page. */
  signedIn: (who: Login, options?: BrowserContextOptions) => Promise<Page>
  /** Complaints that the test itself causes. */
  tolerated: RegExp[]
}

let visitors = 0
/** Returns an address that no other visitor of the run has, in a separate network. */
function nextAddress(worker: number): string {
  visitors += 1
  return `10.${100 + worker}.${visitors % 256}.${1 + Math.floor(visitors / 256)}`
}

/** Returns a page's unwanted message: an error or warning, its own, React's, the browser's or that of its CSP. */
function complaintOf(message: ConsoleMessage): string | undefined {
  if (!['error', 'warning', 'assert'].includes(message.type())) return undefined
  const { url } = message.location()
  // A refusal by the API is an answer, although the browser logs its status.
  if (message.text().startsWith('Failed to load resource') && /\/(api|ops)\//.test(url)) return undefined
  return `${message.type()} at ${url}: ${message.text()}`
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  server: [async ({}, use) => use(sharedServer().addresses), { scope: 'worker' }],
  accounts: [
    async ({}, use) => {
      const accounts = await openAccounts(sharedServer().data_dir)
      await use(accounts)
      await accounts.close()
    },
    { scope: 'worker' },
  ],
  publications: [
    async ({}, use) => {
      const publications = await openPublications(sharedServer().data_dir)
      await use(publications)
      await publications.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.console),
  tolerated: async ({}, use) => use([]),
  visitor: async ({ browser, baseURL, locale, viewport, tolerated }, use, { workerIndex }) => {
    const contexts: BrowserContext[] = []
    const complaints: string[] = []
    await use(async (options = {}) => {
      const context = await browser.newContext({
        baseURL: baseURL ?? '',
        locale: locale ?? 'zh-CN',
        timezoneId: 'Asia/Shanghai',
        viewport,
        reducedMotion: 'reduce',
        extraHTTPHeaders: { 'x-forwarded-for': nextAddress(workerIndex) },
        ...options,
      })
      contexts.push(context)
      context.on('console', (message) => {
        const complaint = complaintOf(message)
        if (complaint) complaints.push(complaint)
      })
      context.on('weberror', (error) => complaints.push(`uncaught: ${String(error.error().stack ?? error.error())}`))
      return context
    })
    for (const context of contexts) await context.close()
    const unwanted = complaints.filter((complaint) => !tolerated.some((pattern) => pattern.test(complaint)))
    expect(unwanted, 'what the pages complained of').toEqual([])
  },
  signedIn: async ({ visitor }, use) => {
    await use(async (who, options) => {
      const context = await visitor(options)
      await signInByApi(context, who)
      return context.newPage()
    })
  },
  context: async ({ visitor }, use) => use(await visitor()),
  page: async ({ context }, use) => use(await context.newPage()),
})
