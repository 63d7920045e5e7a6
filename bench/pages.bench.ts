import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import { ABSOLUTE_SECONDS } from '@weft/contract'
import lighthouse, { desktopConfig } from 'lighthouse'
import { buildApps } from '../apps/server/src/build-apps.ts'
import { launchOptions } from '../e2e/chromium.ts'
import { CHROMIUM } from './browser.ts'
import { inTemporaryFolder, run } from './child.ts'
import { type Owner, seedAccount } from './data.ts'
import { atLeast, atMost, type Bench, type Figure, median, sleep } from './figure.ts'
import { ownJavaScript } from './page-weight.ts'
import { withServer } from './server.ts'

const FLAGS = ['--headless=new', ...launchOptions.args]
const PAGES = ['/login', '/dashboard']
const JAVASCRIPT_KB = 350
const OWN_KB = 40
const DIST = join(import.meta.dirname, '../apps/console/dist')
const SCORE = 95
/** The metrics of the performance score. */
const METRICS = [
  ['FCP', 'first-contentful-paint'],
  ['LCP', 'largest-contentful-paint'],
  ['TBT', 'total-blocking-time'],
  ['CLS', 'cumulative-layout-shift'],
  ['SI', 'speed-index'],
] as const
/** Odd, so that the median is one of the runs. */
const LIGHTHOUSE_RUNS = 3

/** Measures what a browser without a cache loads until a page is complete, and its Lighthouse scores on a desktop. */
export const pages: Bench = async (say) => {
  await buildApps(say, new AbortController().signal)
  return withServer(async (server) => {
    const owner = await seedAccount(server.database, 'benchowner', { members: 200, networks: 20 })
    const session = await signIn(server.console, owner)
    const [heaviest] = ownJavaScript(DIST)
    say(`the heaviest page by itself: ${heaviest!.page}`)
    const figures: Figure[] = [atMost('the heaviest page’s own JavaScript, gzip', OWN_KB, heaviest!.bytes / 1024, 'kB')]
    for (const page of PAGES) {
      const kept = page === '/login' ? undefined : session
      figures.push(await firstLoad(server.console, page, kept))
      figures.push(...(await judged(server.console, page, kept, say)))
    }
    return figures
  })
}

/** Signs in as the form does, and returns what it would store in the browser. */
async function signIn(console_: string, { username, password }: Owner): Promise<string> {
  const ask = async (path: string, body?: object) => {
    const init = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    return ((await (await fetch(console_ + path, init)).json()) as { data: never }).data
  }
  const { uniqid } = (await ask('/api/v1/verify/code')) as { uniqid: string }
  const { code } = (await ask(`/dev/captcha/${uniqid}`)) as { code: string }
  const session = (await ask('/api/v1/login/authorization', { username, password, code, uniqid })) as {
    access_token: string
    token_expire_time: number
    user: object
  }
  return JSON.stringify({
    token: session.access_token,
    token_expires: Date.now() + session.token_expire_time * 1000,
    session_expires: Date.now() + ABSOLUTE_SECONDS * 1000,
    user: session.user,
    link: false,
  })
}

async function keep(context: BrowserContext, session: string | undefined): Promise<void> {
  if (session === undefined) return
  await context.addInitScript((kept) => localStorage.setItem('weft.session', kept), session)
}

/** Measures the scripts that Chromium fetches until the network is idle, by their sizes with gzip. */
async function firstLoad(console_: string, page: string, session: string | undefined): Promise<Figure> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS })
  try {
    const context = await browser.newContext()
    await keep(context, session)
    const scripts = new Set<string>()
    const tab = await context.newPage()
    tab.on('response', (response) => response.request().resourceType() === 'script' && scripts.add(response.url()))
    await tab.goto(console_ + page, { waitUntil: 'networkidle' })
    await sleep(1000)
    if (new URL(tab.url()).pathname !== page) throw new Error(`${page} led to ${tab.url()}`)
    let bytes = 0
    for (const url of scripts) {
      const response = await fetch(url, { headers: { 'accept-encoding': 'gzip' } })
      // The smallest files are sent uncompressed.
      bytes += Number(response.headers.get('content-length') ?? Number.NaN)
      await response.body?.cancel()
    }
    return atMost(`${page}: JavaScript of the first load, gzip`, JAVASCRIPT_KB, bytes / 1024, 'kB')
  } finally {
    await browser.close()
  }
}

async function judged(console_: string, page: string, session: string | undefined, say: (line: string) => void): Promise<Figure[]> {
  const performance_: number[] = []
  const accessibility: number[] = []
  for (let i = 0; i < LIGHTHOUSE_RUNS; i++) {
    const scores = await inTemporaryFolder((dir) => judgeOnce(dir, console_ + page, session))
    performance_.push(scores.performance)
    accessibility.push(scores.accessibility)
    say(`Lighthouse ${page}: performance ${scores.performance} (${scores.metrics}), accessibility ${scores.accessibility}`)
  }
  return [
    atLeast(`${page}: Lighthouse performance, desktop`, SCORE, median(performance_), ''),
    atLeast(`${page}: Lighthouse accessibility`, SCORE, Math.min(...accessibility), ''),
  ]
}

/** Runs Lighthouse once in a new browser, so that nothing is cached. */
async function judgeOnce(dir: string, url: string, session: string | undefined) {
  const browser = run(CHROMIUM, [...FLAGS, '--remote-debugging-port=0', `--user-data-dir=${dir}`, 'about:blank'], { quiet: true })
  try {
    const port = await debuggingPort(dir)
    if (session !== undefined) {
      const connected = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
      const [context] = connected.contexts()
      const tab = await context!.newPage()
      // A page of this origin that loads none of the console's scripts.
      await tab.goto(new URL('/robots.txt', url).href)
      await tab.evaluate((kept) => localStorage.setItem('weft.session', kept), session)
      await tab.close()
      await connected.close()
    }
    const result = await lighthouse(url, { port, onlyCategories: ['performance', 'accessibility'], logLevel: 'error' }, desktopConfig)
    const { audits, categories, finalDisplayedUrl } = result!.lhr
    if (new URL(finalDisplayedUrl).pathname !== new URL(url).pathname) throw new Error(`${url} led to ${finalDisplayedUrl}`)
    const score = (name: 'performance' | 'accessibility') => Math.round((categories[name]?.score ?? 0) * 100)
    const metrics = METRICS.map(([name, id]) => `${name} ${audits[id]?.displayValue}`).join(', ')
    return { performance: score('performance'), accessibility: score('accessibility'), metrics }
  } finally {
    await browser.stop()
  }
}

async function debuggingPort(dir: string): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const text = await readFile(join(dir, 'DevToolsActivePort'), 'utf8').catch(() => '')
    if (/^\d+\n/.test(text)) return Number.parseInt(text, 10)
    await sleep(100)
  }
  throw new Error('Chromium does not open its debugging port')
}
