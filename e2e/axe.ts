import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { expect } from './test.ts'

/** Every way a page is looked at. */
export const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [1440, 390].map((width): { name: string; options: BrowserContextOptions } => ({
    name: `${colorScheme}, ${width} px wide`,
    options: { colorScheme, viewport: { width, height: 900 } },
  })),
)

/** Nothing that axe can find against WCAG 2.2 A and AA, or against its own good practice. In the dark only colours differ. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  const axe = new AxeBuilder({ page })
  const dark = await page.evaluate(() => document.documentElement.dataset.theme === 'dark')
  const { violations, passes } = await (dark ? axe.withRules('color-contrast') : axe).analyze()
  expect(passes.length, `rules that found something to judge: ${what}`).toBeGreaterThan(dark ? 0 : 10)
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
  expect.soft(found, what).toEqual([])
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
