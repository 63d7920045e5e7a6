import { expect, type Locator, type Page } from '@playwright/test'

/** More Tab stops than any page has. */
const STOPS = 60

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let stop = 0; stop < STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target, 'can be reached with Tab').toBeFocused()
}
