import {
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  expect,
  type Page,
  test as base,
  type WebError,
} from '@playwright/test'
import { type Accounts, type Login, openAccounts } from './accounts.ts'
import { type Contexts, keepContexts } from './contexts.ts'
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
  contexts: Contexts
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

const LOST_CLICK = 'a click was lost: '

/**
 * Logs each click that its button or link does not get, because it moved or went between press and release. Runs in the page.
 * Without it such a click shows only as something that never happened.
 */
function logLostClicks(prefix: string): void {
  let pressed: { control: Element; x: number; y: number } | undefined
  const said = (element: Element) => `${element.tagName.toLowerCase()} ${JSON.stringify(element.textContent.slice(0, 40))}`
  addEventListener(
    'pointerdown',
    ({ target, clientX: x, clientY: y }) => {
      const control = target instanceof Element ? target.closest('a, button, label, [role]') : null
      pressed = control ? { control, x, y } : undefined
    },
    { capture: true },
  )
  addEventListener(
    'pointerup',
    ({ target, clientX: x, clientY: y }) => {
      if (!pressed || !(target instanceof Element) || x !== pressed.x || y !== pressed.y || pressed.control.contains(target)) return
      console.info(`${prefix}pressed ${said(pressed.control)}, released over ${said(target)}`)
    },
    { capture: true },
  )
}

/** Times longer that a page waits for an answer than it does for people: a busy machine may stand still for seconds, which is no fault. */
const PATIENCE = 30

async function prepare(context: BrowserContext): Promise<void> {
  await context.addInitScript(logLostClicks, LOST_CLICK)
  await context.addInitScript((patience) => {
    const after = AbortSignal.timeout.bind(AbortSignal)
    AbortSignal.timeout = (milliseconds) => after(milliseconds * patience)
  }, PATIENCE)
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
  contexts: [async ({ browser }, use) => use(keepContexts(browser, prepare)), { scope: 'worker' }],
  baseURL: async ({ server }, use) => use(server.console),
  tolerated: async ({}, use) => use([]),
  visitor: async ({ contexts, baseURL, locale, viewport, tolerated }, use, testInfo) => {
    const open: BrowserContext[] = []
    const complaints: string[] = []
    const lost: string[] = []
    const onConsole = (message: ConsoleMessage) => {
      if (message.text().startsWith(LOST_CLICK)) lost.push(message.text())
      const complaint = complaintOf(message)
      if (complaint) complaints.push(complaint)
    }
    const onError = (error: WebError) => complaints.push(`uncaught: ${String(error.error().stack ?? error.error())}`)
    await use(async (options = {}) => {
      const context = await contexts.take({
        baseURL: baseURL ?? '',
        locale: locale ?? 'zh-CN',
        timezoneId: 'Asia/Shanghai',
        viewport,
        reducedMotion: 'reduce',
        ...options,
      })
      open.push(context)
      await context.setExtraHTTPHeaders({ 'x-forwarded-for': nextAddress(testInfo.workerIndex) })
      context.on('console', onConsole)
      context.on('weberror', onError)
      return context
    })
    const asExpected = testInfo.status === testInfo.expectedStatus
    // A failed test may have left its page in any state; its context is closed as it is.
    for (const context of open) {
      await (asExpected ? contexts.giveBack(context) : contexts.discard(context))
      context.off('console', onConsole)
      context.off('weberror', onError)
    }
    const unwanted = complaints.filter((complaint) => !tolerated.some((pattern) => pattern.test(complaint)))
    expect(unwanted, 'what the pages complained of').toEqual([])
    if (!asExpected) expect(lost, 'the clicks that were lost').toEqual([])
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
