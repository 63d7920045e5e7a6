import type { Page } from '@playwright/test'
import { pages as consolePages } from '../apps/console/src/app/pages.ts'
import { pages as deskPages } from '../apps/ops/src/app/pages.ts'
import { test as desk } from './desk.ts'
import { customerPage } from './sessions.ts'
import { expect, test } from './test.ts'
import { deskObjects, fill, LEFT_EARLY, type Objects, type Stop, visit } from './tour.ts'

const NARROW = { viewport: { width: 390, height: 900 } }
test.use({ tolerated: [LEFT_EARLY], ...NARROW })
desk.use({ tolerated: [LEFT_EARLY] })

/**
 * Returns what reaches beyond the right edge of the screen, and neither can be scrolled to within a part of the page nor ends in an ellipsis.
 * Decorations, which say nothing, may be cut off. Runs in the page.
 */
function tooWide(): string[] {
  const within = (element: Element): boolean => {
    for (let above = element.parentElement; above && above !== document.body; above = above.parentElement)
      if (/auto|scroll/.test(getComputedStyle(above).overflowX) || getComputedStyle(above).textOverflow === 'ellipsis') return true
    return false
  }
  const found = [...document.body.querySelectorAll('*')].filter((element) => {
    const { right, width } = element.getBoundingClientRect()
    return width > 0 && right > innerWidth + 1 && !element.closest('[aria-hidden="true"]') && !within(element)
  })
  const named = found.map((element) => `${element.tagName.toLowerCase()}.${element.className} ${(element.textContent ?? '').slice(0, 40)}`)
  return document.documentElement.scrollWidth > innerWidth
    ? [`the page is ${document.documentElement.scrollWidth} px wide`, ...named]
    : named
}

const walk = async (page: Page, stops: readonly Stop[], objects: Objects = {}): Promise<void> => {
  await page.addInitScript(() => localStorage.setItem('weft.language', 'en'))
  await visit(page, stops, objects, async (path) => expect.soft(await page.evaluate(tooWide), path).toEqual([]), 'en')
}

test('each page without a session fits a narrow screen in English', async ({ page }) => {
  await walk(
    page,
    consolePages.filter((one) => one.public),
  )
})

test('each page with a session fits a narrow screen in English', async ({ signedIn, accounts, publications, server }) => {
  const owner = await accounts.owner({ hardware: 4, software: 2, email: `narrow${Date.now()}@example.com` })
  const page = await signedIn(owner)
  const objects = await fill(owner, { page, accounts, publications, server })
  await walk(
    page,
    consolePages.filter((one) => !one.public),
    objects,
  )
})

desk('each page of the desk fits a narrow screen in English', async ({ desk: open, visitor, accounts, publications, server }) => {
  const owner = await accounts.owner({ hardware: 4, software: 2 })
  const customer = await customerPage(await visitor({ baseURL: server.console }), owner)
  const filled = await fill(owner, { page: customer, accounts, publications, server })
  const page = await open('admin', NARROW)
  const objects = await deskObjects(page, accounts, owner, filled)
  await walk(
    page,
    deskPages.filter((one) => !one.public),
    objects,
  )
})
