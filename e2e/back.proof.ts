import type { Page } from '@playwright/test'
import { pages } from '../apps/console/src/app/pages.ts'
import { expect, test } from './test.ts'

/** Moves the app to an address as Back and Forward do, without loading the page again. The address is then part of the history. */
async function move(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
}
const at = (page: Page) => page.evaluate(() => location.pathname + location.search)

// A page outside the frame closes the frame's socket, which may not be open yet.
test.use({ tolerated: [/account\/events.*closed before the connection is established/] })

/** Addresses that lead to another page, if someone is signed in. */
const elsewhere: Record<string, string> = { '/': '/dashboard', '/login': '/dashboard', '/no-such-page': '/404/index' }
/** Pages that need to be told what to show, and the lists to which they lead otherwise. */
const lists: Record<string, string> = {
  '/router/detail': '/router/lists',
  '/network/detail': '/network/lists',
  '/network/edit': '/network/lists',
  '/network/ticket_detail': '/network/ticket_lists',
  '/network/ticket_create': '/network/ticket_lists',
  '/saas/detail': '/saas/router',
  '/ticket/detail': '/ticket/lists',
}
const titleOf = (path: string) => pages.find((page) => page.path === path)?.title.zhCN ?? ''

test('Back leads from each page to the page before, from addresses that lead elsewhere too', async ({ signedIn, accounts }) => {
  const page = await signedIn(await accounts.owner())
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  for (const address of new Set([...pages.map(({ path }) => path), ...Object.keys(elsewhere)])) {
    if (address === '/dashboard') continue
    const shown = elsewhere[address] ?? lists[address] ?? address
    await move(page, address)
    await expect.poll(() => at(page), address).toBe(shown)
    await expect(page, address).toHaveTitle(new RegExp(titleOf(shown)))
    await page.goBack()
    await expect.poll(() => at(page), `Back from ${address}`).toBe('/dashboard')
    await expect(page, `Back from ${address}`).toHaveTitle(new RegExp(titleOf('/dashboard')))
  }
})
