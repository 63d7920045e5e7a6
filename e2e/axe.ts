import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { expect } from './test.ts'

/** Every width a page is looked at; `expectAccessible` sees to light and dark. */
export const looks = [1440, 390].map((width): { name: string; options: BrowserContextOptions } => ({
  name: `${width} px wide`,
  options: { viewport: { width, height: 900 } },
}))

/** Nothing that axe can find against WCAG 2.2 A and AA, or against its own good practice. In the dark only colours differ. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await judge(axeOf(page), `${what}, light`, 10)
  await turn(page, 'dark')
  await judge(axeOf(page).withRules('color-contrast'), `${what}, dark`, 0)
  await turn(page, 'light')
}

/** No page of ours has a frame, so none is opened to gather what frames say: that takes half of the time. */
const axeOf = (page: Page) => new AxeBuilder({ page }).setLegacyMode()

async function judge(axe: AxeBuilder, what: string, atLeast: number): Promise<void> {
  const { violations, passes } = await axe.analyze()
  expect(passes.length, `rules that found something to judge: ${what}`).toBeGreaterThan(atLeast)
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
  expect.soft(found, what).toEqual([])
}

/** The page follows the system, and its colours have come to rest. */
async function turn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
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

/** Opens something over the page, looks at it, and closes it again. */
export async function over(page: Page, what: string, open: () => Promise<void>, shown = page.getByRole('dialog')): Promise<void> {
  await open()
  await expect(shown.first()).toBeVisible()
  await expectAccessible(page, what)
  await page.keyboard.press('Escape')
  await expect(shown).toHaveCount(0)
}

/** Presses the first button of that name. */
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()
