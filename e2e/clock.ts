import type { Page } from '@playwright/test'

/** More than the page's clock goes on while it is being stopped, on a busy machine too. */
const AHEAD_MS = 30_000

/**
 * Stops a page's clock, so that what it shows for a moment only stays until `page.clock.resume()`. `page.clock.install()` must come before the
 * first address. The clock is put ahead meanwhile.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + AHEAD_MS)
}
