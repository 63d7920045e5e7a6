import type { Page } from '@playwright/test'
import { stopClock } from './clock.ts'
import { createNetwork } from './sessions.ts'
import { expect, test } from './test.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const sidebar = (page: Page) => page.getByRole('navigation', { name: '主导航' })

/** Opens a menu and chooses one of its exclusive options. */
const choose = async (page: Page, menu: string | RegExp, choice: string) => {
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('menuitemradio', { name: choice, exact: true }).click()
}

test('the first Tab stop is a link that skips to the content', async ({ signedIn, accounts }) => {
  const page = await signedIn(await accounts.owner())
  await page.goto('/dashboard')
  await expect(heading(page, '概览')).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: '跳到主要内容' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
})

test("a navigation moves the focus to the new heading, and sets and announces the page's title", async ({ signedIn, accounts }) => {
  const owner = await accounts.owner({ hardware: 1 })
  const page = await signedIn(owner)
  await createNetwork(page, '门店网', { point: owner.hardware })
  await page.goto('/dashboard')
  await expect(page).toHaveTitle(/^概览 - /)
  await page
    .getByRole('navigation', { name: '快捷入口' })
    .getByRole('link', { name: /智能组网/ })
    .click()
  await expect(heading(page, '组网列表')).toBeFocused()
  await expect(page).toHaveTitle(/^组网列表 - /)
  await expect(sidebar(page).getByRole('link', { name: '组网列表' })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('link', { name: '门店网', exact: true }).click()
  await expect(heading(page, '门店网')).toBeFocused()
  await expect(page).toHaveTitle(/^门店网 - 组网详情 - /)
  await expect(page.getByRole('navigation', { name: '当前位置' })).toContainText(/智能组网.*组网列表.*门店网/s)
  await expect(page.locator('[aria-live=polite]').filter({ hasText: '门店网 - 组网详情' })).toHaveCount(1)
  await page.goBack()
  await expect(heading(page, '组网列表')).toBeFocused()
})

test('the command palette opens with Ctrl K, finds and opens pages and networks, and lists recent ones', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner({ hardware: 1 })
  const page = await signedIn(owner)
  await createNetwork(page, '华东生产网', { point: owner.hardware })
  await page.goto('/dashboard')
  await expect(heading(page, '概览')).toBeVisible()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: '搜索或执行操作' })
  const field = palette.getByRole('combobox')
  await expect(field).toBeFocused()
  await page.keyboard.type('华东')
  await expect(palette.getByRole('option', { name: /华东生产网/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(heading(page, '华东生产网')).toBeVisible()
  await expect(palette).toBeHidden()

  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('group', { name: '最近访问' }).getByRole('option', { name: /华东生产网/ })).toBeVisible()
  await page.keyboard.type('概')
  await expect(palette.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(heading(page, '概览')).toBeFocused()

  await page.getByRole('button', { name: '搜索或执行操作' }).click()
  await page.keyboard.type('没有这样的东西')
  await expect(palette.getByText('没有找到「没有这样的东西」')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(palette).toBeHidden()
  await expect(page.getByRole('button', { name: '搜索或执行操作' })).toBeFocused()
})

test('theme, text size and language are chosen in the header, and stay after a reload', async ({ signedIn, accounts }) => {
  const page = await signedIn(await accounts.owner())
  await page.goto('/dashboard')
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const root = page.locator('html')
  const light = await background()
  await choose(page, /^主题/, '深色')
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await expect.poll(background).not.toBe(light)
  await expect(page.getByRole('button', { name: '主题: 深色' })).toBeFocused()
  await choose(page, '林晓 的账号菜单', '大')
  await choose(page, '林晓 的账号菜单', 'English')
  await expect(heading(page, 'Overview')).toBeVisible()
  await expect(root).toHaveAttribute('lang', 'en')
  await page.reload()
  await expect(heading(page, 'Overview')).toBeVisible()
  await expect(page).toHaveTitle(/^Overview - /)
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: 'Account menu of 林晓' }).click()
  await expect(page.getByRole('menuitemradio', { name: 'Large' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Account menu of 林晓' })).toBeFocused()
  await choose(page, /^Theme/, 'As the system')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(root).toHaveAttribute('data-theme', 'light')
})

test('the collapsed sidebar stays collapsed after a reload, and its links can be used by keyboard', async ({ signedIn, accounts }) => {
  const page = await signedIn(await accounts.owner())
  await page.goto('/dashboard')
  await page.getByRole('button', { name: '收起侧边栏' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: '展开侧边栏' })).toBeVisible()
  expect((await sidebar(page).boundingBox())?.width).toBeLessThan(80)
  await sidebar(page).getByRole('button', { name: '智能组网' }).focus()
  await page.keyboard.press('Tab')
  await expect(sidebar(page).getByRole('link', { name: '组网列表' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading(page, '组网列表')).toBeVisible()
})

test('below 992 px the navigation is a drawer that closes after a choice', async ({ signedIn, accounts }) => {
  const page = await signedIn(await accounts.owner(), { viewport: { width: 390, height: 844 } })
  await page.goto('/dashboard')
  await expect(sidebar(page)).toHaveCount(0)
  await page.getByRole('button', { name: '打开菜单' }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await page.getByRole('button', { name: '打开菜单' }).click()
  const group = drawer.getByRole('button', { name: '智能组网' })
  if ((await group.getAttribute('aria-expanded')) === 'false') await group.click()
  await drawer.getByRole('link', { name: '组网列表' }).click()
  await expect(heading(page, '组网列表')).toBeVisible()
  await expect(drawer).toBeHidden()
})

test('the console shows while it is offline, and for a moment that it is online again', async ({ signedIn, accounts, tolerated }) => {
  tolerated.push(/net::ERR_INTERNET_DISCONNECTED/)
  const page = await signedIn(await accounts.owner())
  await page.clock.install()
  await page.goto('/network/lists')
  await expect(heading(page, '组网列表')).toBeVisible()
  await page.context().setOffline(true)
  await expect(page.getByRole('status').getByText('网络已断开，正在尝试重新连接…')).toBeVisible()
  await stopClock(page)
  await page.context().setOffline(false)
  await expect(page.getByRole('status').getByText('网络已恢复')).toBeVisible()
  await page.clock.resume()
  await expect(page.getByText('网络已恢复')).toHaveCount(0)
})

test('every HTML page has the security headers', async ({ page, tolerated }) => {
  tolerated.push(/Content Security Policy/)
  for (const address of ['/login', '/dashboard', '/404/index']) {
    const headers = (await page.goto(address))?.headers() ?? {}
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
  }
  // An inline script does not run. That its refusal is on the browser's console shows that tests can rely on errors there.
  const refused = page.waitForEvent('console', (message) => message.text().includes('Content Security Policy'))
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.ran = true'
    document.head.append(script)
  })
  await refused
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
})
