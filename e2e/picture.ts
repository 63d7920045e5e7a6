import path from 'node:path'
import type { Page } from '@playwright/test'

const folder = path.resolve(import.meta.dirname, '../test-results/states')

/**
 * Saves how a page looks in a state, in both themes, if pictures are wanted: `npm run pictures -- states`. Tests call it where they have
 * reached the state; it changes nothing for them.
 */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env.WEFT_PICTURES !== '1') return
  const width = page.viewportSize()?.width ?? 0
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: path.join(folder, `${name}-${width}-${colorScheme}.png`), animations: 'disabled', caret: 'initial' })
  }
  await page.emulateMedia({ colorScheme: null })
}
