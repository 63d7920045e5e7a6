import type { Page } from '@playwright/test'
import { pages as consolePages } from '../apps/console/src/app/pages.ts'
import { pages as deskPages } from '../apps/ops/src/app/pages.ts'
import { expectPageAccessible } from './axe.ts'
import { test as desk } from './desk.ts'
import { customerPage } from './sessions.ts'
import { expect, test } from './test.ts'
import { deskObjects, fill, LEFT_EARLY, type Objects, type Stop, visit } from './tour.ts'

test.use({ tolerated: [LEFT_EARLY] })
desk.use({ tolerated: [LEFT_EARLY] })

/** Visits the pages, and judges each. */
const tour = (page: Page, stops: readonly Stop[], objects: Objects = {}): Promise<void> =>
  visit(page, stops, objects, async (path) => {
    expect(new URL(page.url()).pathname).toBe(path)
    await expectPageAccessible(page, path)
  })

test('each page without a session is accessible', async ({ page }) => {
  await tour(
    page,
    consolePages.filter((one) => one.public),
  )
})

const ofSessions = consolePages.filter((one) => !one.public && !one.part)
for (const half of [0, 1])
  test(`each page with a session is accessible: ${half === 0 ? 'the first' : 'the second'} half`, async ({
    signedIn,
    accounts,
    publications,
    server,
  }) => {
    const owner = await accounts.owner({ hardware: 4, software: 2, email: `tour${Date.now()}${half}@example.com` })
    const page = await signedIn(owner)
    const objects = await fill(owner, { page, accounts, publications, server })
    const middle = Math.ceil(ofSessions.length / 2)
    await tour(page, half === 0 ? ofSessions.slice(0, middle) : ofSessions.slice(middle), objects)
  })

desk('each page of the desk is accessible', async ({ desk: open, page: stranger, visitor, accounts, publications, server }) => {
  await tour(
    stranger,
    deskPages.filter((one) => one.public),
  )
  const owner = await accounts.owner({ hardware: 4, software: 2 })
  const customer = await customerPage(await visitor({ baseURL: server.console }), owner)
  const filled = await fill(owner, { page: customer, accounts, publications, server })
  const page = await open('admin')
  await tour(
    page,
    deskPages.filter((one) => !one.public),
    await deskObjects(page, accounts, owner, filled),
  )
})
