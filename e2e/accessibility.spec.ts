import type { Page } from '@playwright/test'
import { pages as consolePages } from '../apps/console/src/app/pages.ts'
import { pages as deskPages } from '../apps/ops/src/app/pages.ts'
import { expectPageAccessible, follow, loaded } from './axe.ts'
import { test as desk } from './desk.ts'
import { customerPage } from './sessions.ts'
import { expect, test } from './test.ts'
import { deskObjects, fill, type Objects, type Stop } from './tour.ts'

// The page of a member may be left before its socket is open.
test.use({ tolerated: [/WebSocket is closed before the connection is established/] })
desk.use({ tolerated: [/WebSocket is closed before the connection is established/] })

/** Shows one page after another as links do, without loading the app again, and judges each. */
async function tour(page: Page, stops: readonly Stop[], objects: Objects = {}): Promise<void> {
  const [first] = stops.map(({ path }) => objects[path] ?? path)
  await page.goto(first!)
  for (const { path, title } of stops) {
    const address = objects[path] ?? path
    if (address !== first) await follow(page, address)
    // The name of an object may stand before it, and that of the site is behind it.
    await expect(page, path).toHaveTitle(new RegExp(`(^| - )${title.zhCN} - `))
    await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
    await loaded(page, path)
    expect(new URL(page.url()).pathname).toBe(path)
    await expectPageAccessible(page, path)
  }
}

test('each page without a session is accessible', async ({ page }) => {
  await tour(
    page,
    consolePages.filter((one) => one.public),
  )
})

const ofSessions = consolePages.filter((one) => !one.public)
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
