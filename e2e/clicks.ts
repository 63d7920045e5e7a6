import type { Page } from '@playwright/test'

/** Counts what a person presses on a page, over all its addresses: each click, and each Enter. Call it before the first address. */
export async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0
  await page.exposeFunction('pressed', () => (clicks += 1))
  await page.addInitScript(() => {
    const pressed = (event: Event) => {
      const enter = event instanceof KeyboardEvent ? event.key === 'Enter' && !event.repeat : true
      if (event.isTrusted && enter) void (window as unknown as { pressed: () => Promise<void> }).pressed()
    }
    for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, pressed, { capture: true })
  })
  return () => clicks
}
