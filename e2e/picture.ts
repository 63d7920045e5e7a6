import path from 'node:path'
import type { Page } from '@playwright/test'

const folder = path.resolve(import.meta.dirname, '../test-results/states')

/**
 * Saves how a page looks in a state, wide and narrow, in both themes, if pictures are wanted: `npm run pictures -- states`. Tests call it
 * where they have reached the state; it changes nothing for them.
 */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env.WEFT_PICTURES !== '1') return
  const before = page.viewportSize()
  for (const width of [1440, 390])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: path.join(folder, `${name}-${width}-${colorScheme}.png`), animations: 'disabled', caret: 'initial' })
    }
  await page.emulateMedia({ colorScheme: null })
  if (before) await page.setViewportSize(before)
}
