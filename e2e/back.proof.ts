import type { Locator, Page } from '@playwright/test'
import { pages } from '../apps/console/src/app/pages.ts'
import { follow } from './axe.ts'
import { send, title } from './message-list.ts'
import { aNetwork, anOwner } from './network-panels.ts'
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
/** Pages that need to be told what to show, and the lists to which they lead otherwise; and parts of a page. */
const lists: Record<string, string> = {
  '/router/detail': '/router/lists',
  '/network/detail': '/network/lists',
  '/network/edit': '/network/lists',
  '/network/ticket_detail': '/network/ticket_lists',
  '/network/ticket_create': '/network/ticket_lists',
  '/saas/detail': '/saas/router',
  '/ticket/detail': '/ticket/lists',
  '/account/info': '/account',
  '/account/security': '/account',
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

test('Back closes what was opened on a page, and leaves the page only then', async ({ signedIn, accounts, publications }) => {
  const owner = await anOwner(accounts)
  await send(publications, owner, 2)
  const page = await signedIn(owner)
  await page.goto('/dashboard')
  const { network_number } = await aNetwork(page, owner)
  const settings = `/network/detail?network_number=${network_number}&tab=settings`
  const dialog = page.getByRole('dialog')
  /** What is opened on a page, by which button, and how it is closed without Back. */
  const opened: [address: string, button: Locator][] = [
    ['/account/message', title(page, '通知2')],
    [settings, page.getByRole('button', { name: '修改 加密算法', exact: true })],
    [settings, page.getByRole('button', { name: '修改 DNS', exact: true })],
    [settings, page.getByRole('button', { name: '添加分支', exact: true })],
  ]
  for (const [address, button] of opened) {
    await follow(page, address)
    const name = `${address} ${String(button)}`
    for (const close of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
      await button.click()
      await expect(dialog, name).toBeVisible()
      await expect.poll(() => at(page), name).not.toBe(address)
      await close()
      await expect(dialog, name).toHaveCount(0)
      await expect.poll(() => at(page), name).toBe(address)
      // Forward opens it again, and it closes as before.
      await page.goForward()
      await expect(dialog, name).toBeVisible()
      await close()
      await expect(dialog, name).toHaveCount(0)
      await expect.poll(() => at(page), name).toBe(address)
    }
    await page.goBack()
    await expect.poll(() => at(page), `Back from ${name}`).toBe('/dashboard')
  }
})

test('Back asks before it discards what was typed', async ({ signedIn, visitor, accounts }) => {
  const owner = await anOwner(accounts)
  const page = await signedIn(owner)
  await page.goto('/dashboard')
  const { network_number } = await aNetwork(page, owner)
  const settings = `/network/detail?network_number=${network_number}&tab=settings`
  const stranger = await (await visitor()).newPage()
  await stranger.goto('/login')
  await expect(stranger.getByRole('heading', { level: 1 })).toBeVisible()
  const typed: [page: Page, from: string, address: string, field: string, opener?: string][] = [
    [page, '/dashboard', '/account/password', '短信验证码'],
    [page, '/dashboard', '/account/edit', '昵称'],
    [page, settings, settings, 'DNS 1', '修改 DNS'],
    [stranger, '/login', '/reset', '用户名 / 手机号 / 邮箱'],
    [stranger, '/login', '/register', '昵称'],
  ]
  for (const [on, from, address, label, opener] of typed) {
    const name = `${address} ${label}`
    await follow(on, address)
    if (opener !== undefined) await on.getByRole('button', { name: opener, exact: true }).click()
    const field = on.getByLabel(label, { exact: true })
    await field.fill('1')
    const here = await at(on)
    await on.goBack()
    await on.getByRole('button', { name: '继续编辑' }).click()
    await expect(field, name).toHaveValue('1')
    await expect.poll(() => at(on), name).toBe(here)
    await on.goBack()
    const discard = on.getByRole('button', { name: '放弃', exact: true })
    await expect(discard, name).toBeVisible()
    // Whoever presses Back once more, while the question is shown, is asked the same.
    await on.goBack()
    await discard.click()
    await expect.poll(() => at(on), name).toBe(from)
    await expect(field, name).toHaveCount(0)
  }
})
