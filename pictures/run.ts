/**
 * Takes the pictures of README and handbook: a server with the demonstration is started on a database and ports of its own. Names of
 * pictures take only those; `states` takes instead one of each state that the browser tests reach, into test-results/states.
 */
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, chromium, expect } from '@playwright/test'
import sharp from 'sharp'
import { freePorts } from '../apps/server/test/free-port.ts'
import { launchOptions } from '../e2e/chromium.ts'
import { endOwnFleet, startFleet, startWeft, type Weft } from '../e2e/server.ts'
import { callApi, signInByApi } from '../e2e/sessions.ts'
import { type Picture, pictures } from './list.ts'

const root = path.resolve(import.meta.dirname, '..')
/** The largest file of a picture. `scripts/handbook.test.ts` holds those of the handbook to less. */
const MOST_BYTES = 150_000
/** Until every simulated member is connected and has its configuration. */
const SETTLED_MS = 120_000
const PATIENCE_MS = 60_000

const asked = process.argv.slice(2)
if (asked[0] === 'states') process.exit(takeStates(asked.slice(1)))
const wanted = pictures.filter(({ file }) => asked.length === 0 || asked.includes(path.basename(file)))
if (wanted.length === 0) {
  console.error(`There is no such picture. There are: ${pictures.map(({ file }) => path.basename(file)).join(', ')}`)
  process.exit(2)
}

const data_dir = mkdtempSync(path.join(tmpdir(), 'weft-pictures-'))
const closing: (() => Promise<unknown>)[] = [async () => rmSync(data_dir, { recursive: true, force: true })]
try {
  const weft = await startWeft({ data_dir, ports: await freePorts(4), demo: true })
  closing.push(() => weft.stop())
  // The demonstration's own members come and go by chance; these stay.
  endOwnFleet(weft)
  const fleet = startFleet(weft.addresses, path.join(data_dir, 'demo-fleet.jsonl'), {})
  closing.push(() => fleet.stop())
  const browser = await chromium.launch(launchOptions)
  closing.push(() => browser.close())
  await takeAll(browser, weft).catch((error: unknown) => {
    console.error(weft.output())
    throw error
  })
} finally {
  for (const close of closing.toReversed()) await close()
}

/** Runs the browser tests that save pictures, or those whose files contain one of the names. @returns the exit code */
function takeStates(names: readonly string[]): number {
  const files = globSync('e2e/*.{spec,proof}.ts', { cwd: root }).filter(
    (file) =>
      readFileSync(path.join(root, file), 'utf8').includes("from './picture.ts'") &&
      (names.length === 0 || names.some((name) => file.includes(name))),
  )
  if (files.length === 0) console.error(`No browser test that saves pictures is named ${names.join(', ')}`)
  const codes = [
    { config: 'playwright.config.ts', of: '.spec.ts' },
    { config: 'playwright.proof.config.ts', of: '.proof.ts' },
  ].map(({ config, of }) => {
    const chosen = files.filter((file) => file.endsWith(of))
    if (chosen.length === 0) return 0
    const env = { ...process.env, WEFT_PICTURES: '1' }
    return spawnSync('playwright', ['test', '--config', config, ...chosen], { cwd: root, stdio: 'inherit', env }).status ?? 1
  })
  return files.length === 0 ? 2 : Math.max(...codes)
}

async function takeAll(browser: Browser, weft: Weft): Promise<void> {
  const login = weft.logins.find(({ where }) => where === 'console')
  if (!login) throw new Error('the start printed no login')
  const options = { baseURL: weft.addresses.console, locale: 'zh-CN', timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce' } as const
  const member = await browser.newContext(options)
  await signInByApi(member, { username: login.name, password: login.password, ram: 0 })
  const stranger = await browser.newContext(options)
  for (const context of [member, stranger]) context.setDefaultTimeout(PATIENCE_MS)
  const first = await member.newPage()
  const states = async () => {
    const counts = await Promise.all(
      (await callApi<{ network_number: string }[]>(first, 'network/lists')).map(({ network_number }) =>
        callApi<{ counts: { pending: number } }>(first, `network/progress?network_number=${network_number}`),
      ),
    )
    const { problems } = await callApi<{ problems: unknown[] }>(first, 'account/verdict')
    return { pending: counts.reduce((sum, { counts: { pending } }) => sum + pending, 0), problems: problems.length }
  }
  await expect.poll(states, { timeout: SETTLED_MS }).toEqual({ pending: 0, problems: 1 })
  for (const picture of wanted) {
    const page = await (picture.stranger ? stranger : member).newPage()
    await page.setViewportSize({ width: picture.size[0], height: picture.size[1] })
    for (const colorScheme of picture.both ? (['light', 'dark'] as const) : (['light'] as const)) {
      await page.emulateMedia({ colorScheme })
      const file = picture.both ? `${picture.file}-${colorScheme}.png` : `${picture.file}.png`
      // The others are still taken: whoever mends one wants to see all that are wrong.
      await take(page, picture, file).catch((error: unknown) => {
        console.error(`${file} was not taken`, error)
        process.exitCode = 1
      })
    }
    await page.close()
  }
}

async function take(page: Awaited<ReturnType<Browser['newPage']>>, { open }: Picture, file: string): Promise<void> {
  await open(page)
  await page.evaluate(() => document.fonts.ready)
  await page.mouse.move(0, 0)
  await page.evaluate(() => {
    ;(document.activeElement as HTMLElement | null)?.blur()
    scrollTo(0, 0)
  })
  await page.waitForLoadState('networkidle')
  const bytes = await page.screenshot({ animations: 'disabled', caret: 'hide' })
  const target = path.join(root, file)
  mkdirSync(path.dirname(target), { recursive: true })
  const { size } = await sharp(bytes).png({ palette: true, colours: 128, dither: 0, effort: 10 }).toFile(target)
  console.log(`${file}  ${Math.round(size / 1000)} kB`)
  if (size > MOST_BYTES) throw new Error(`${file} has ${size} bytes; no picture may have more than ${MOST_BYTES}`)
}
