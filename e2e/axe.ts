import type { BrowserContextOptions, Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { everyStateIsJudged } from './states.ts'
import { expect } from './test.ts'

/** The widths at which pages are tested: narrow ones only where every state is judged. `expectAccessible` tests light and dark. */
export const looks = (everyStateIsJudged() ? [1440, 390] : [1440]).map((width): { name: string; options: BrowserContextOptions } => ({
  name: `${width} px wide`,
  options: { viewport: { width, height: 900 } },
}))

type Theme = 'light' | 'dark'

/** As `expectPageAccessible`, where every state is judged. Tests call it where they have reached a state; it changes nothing for them. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  if (everyStateIsJudged()) await expectPageAccessible(page, what)
}

/**
 * Asserts that axe finds nothing against WCAG 2.2 A and AA, or against its own good practice, in either theme. The second theme is
 * checked for its colors only, because nothing else differs. It stays on, because a change of theme redraws the whole page.
 */
export async function expectPageAccessible(page: Page, what: string): Promise<void> {
  const first: Theme = (await page.locator('html').getAttribute('data-theme')) === 'dark' ? 'dark' : 'light'
  const second: Theme = first === 'light' ? 'dark' : 'light'
  await judge(page, {}, `${what}, ${first}`, 10)
  await turn(page, second)
  await judge(page, { runOnly: ['color-contrast'] }, `${what}, ${second}`, 0)
}

/**
 * Asserts axe's findings. axe is loaded once a page and returns only what is asserted: `AxeBuilder` loads it before each check and
 * transfers every node of every rule from the page, which takes longer than the check. None of our pages has a frame.
 */
async function judge(page: Page, options: RunOptions, what: string, atLeast: number): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { found, passes } = await page.evaluate(async (options) => {
    const { violations, passes } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      resultTypes: ['violations'],
      ...options,
    })
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
    return { found, passes: passes.length }
  }, options)
  expect(passes, `rules that found something to judge: ${what}`).toBeGreaterThan(atLeast)
  expect.soft(found, what).toEqual([])
}

/** Switches the system's theme, and waits until the page's colors have changed. */
async function turn(page: Page, colorScheme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
  await page.evaluate(async () => {
    const passing = document.getAnimations().filter((one) => one instanceof CSSTransition)
    await Promise.allSettled(passing.map((one) => one.finished))
  })
}

/** Opens an address and waits for its heading. */
export const settled = async (page: Page, address: string, title: string) => {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

/** Shown in place of what is being loaded, and while it is. */
const LOADING = '.frame-loading, .ant-skeleton, .ant-spin-spinning, .weft-bar, [class*="-bones"], [aria-busy="true"]'

/** Waits until nothing is being loaded that the page shows a place for. */
export const loaded = (page: Page, what?: string) => expect(page.locator(LOADING), what).toHaveCount(0)

/** Navigates within the open app as one of its links does. Nothing is loaded again, which takes a fraction of the processor time. */
export const follow = (page: Page, address: string): Promise<void> =>
  // With the state that the router keeps: it warns of entries that are not its own.
  page.evaluate((to) => {
    const state = { idx: ((history.state as { idx?: number } | null)?.idx ?? 0) + 1, key: `test-${Date.now()}` }
    history.pushState(state, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state }))
  }, address)

/** As `follow`, and waits for the heading. */
export const moved = async (page: Page, address: string, title: string) => {
  await follow(page, address)
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

/** Opens something over the page, checks it, and closes it again. */
export async function over(page: Page, what: string, open: () => Promise<void>, shown = page.getByRole('dialog')): Promise<void> {
  await open()
  await expect(shown.first()).toBeVisible()
  await expectAccessible(page, what)
  await page.keyboard.press('Escape')
  await expect(shown).toHaveCount(0)
}

/** Presses the first button with this name. */
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
