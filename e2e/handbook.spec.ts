import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const directory = (page: Page) => page.getByRole('navigation', { name: '文档目录' })

test('the help opens in another tab, from the sidebar and from public pages', async ({ signedIn, visitor, accounts }) => {
  const page = await signedIn(await accounts.owner())
  await page.goto('/dashboard')
  const group = page.getByRole('button', { name: '售后支持' })
  await group.click()
  const link = page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '帮助文档 （新窗口打开）' })
  const opened = page.context().waitForEvent('page')
  await link.click()
  await expect(heading(await opened, '账号与登录')).toBeVisible()
  await expect(heading(page, '概览')).toBeVisible()

  await page.bringToFront()
  await page.keyboard.press('Control+k')
  const found = page.context().waitForEvent('page')
  await page.keyboard.type('帮助')
  await page.getByRole('option', { name: /帮助文档/ }).click()
  await expect(heading(await found, '账号与登录')).toBeVisible()
  await expect(page).toHaveURL(/dashboard/)

  const stranger = await (await visitor()).newPage()
  await stranger.goto('/login')
  const again = stranger.context().waitForEvent('page')
  await stranger.getByRole('link', { name: '帮助文档' }).click()
  await expect(heading(await again, '账号与登录')).toBeVisible()
})

test('a reader goes from the directory to an article, along its headings and on to the next', async ({ page }) => {
  await page.goto('/handbook')
  await expect(page).toHaveTitle(/^账号与登录 - 帮助文档/)
  await directory(page).getByRole('link', { name: '创建第一个组网' }).click()
  await expect(heading(page, '创建第一个组网')).toBeFocused()
  await expect(page).toHaveTitle(/^创建第一个组网 - 帮助文档/)
  await expect(page.getByRole('navigation', { name: '当前位置' })).toHaveText('帮助文档智能组网创建第一个组网')

  const anchor = page.getByRole('navigation', { name: '本页内容' }).getByRole('link', { name: '第三步：创建并检查' })
  await anchor.click()
  await expect(page.getByRole('heading', { level: 2, name: '第三步：创建并检查' })).toBeInViewport()
  await expect(anchor).toHaveAttribute('aria-current', 'location')
  await page.getByRole('button', { name: '返回顶部' }).click()
  await expect(heading(page, '创建第一个组网')).toBeInViewport()

  await page.getByRole('link', { name: '下一篇：路由前缀与 DNS' }).click()
  await expect(heading(page, '路由前缀与 DNS')).toBeFocused()
  await page.getByRole('article').getByRole('link', { name: '成员离线怎么办' }).click()
  await expect(heading(page, '成员离线怎么办')).toBeVisible()
  await page.getByRole('article').getByRole('link', { name: '已登录但链路断开' }).click()
  await expect(page.getByRole('heading', { level: 2, name: '已登录但链路断开' })).toBeInViewport()
  await page.goBack()
  await page.goBack()
  await expect(heading(page, '路由前缀与 DNS')).toBeVisible()
})

test('every picture of the help loads and opens in full size', async ({ page }) => {
  await page.goto('/handbook')
  await directory(page).getByRole('link', { name: '创建第一个组网' }).click()
  const pictures = page.getByRole('article').getByRole('img')
  await expect(pictures.first()).toBeVisible()
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(400)
  }
  await page.getByRole('button', { name: /组网列表/ }).click()
  await expect(page.locator('.ant-image-preview')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.locator('.ant-image-preview')).toBeHidden()
})

test('the search finds an article by words of its text, and says if there is none', async ({ page }) => {
  await page.goto('/handbook')
  const field = page.getByLabel('搜索文档')
  await field.fill('群机器人 加签')
  const results = page.getByRole('list', { name: '搜索结果' })
  await expect(results.locator('mark').first()).toBeVisible()
  await results.getByRole('link', { name: /联系人与机器人/ }).click()
  await expect(heading(page, '联系人与机器人')).toBeFocused()
  await field.fill('没有这样的内容')
  await expect(page.getByText('没有找到“没有这样的内容”')).toBeVisible()
  await field.fill('')
  await expect(directory(page).getByRole('link', { name: '联系人与机器人' })).toHaveAttribute('aria-current', 'page')
})

test('the address of a missing document says so, and leads back to the help', async ({ page }) => {
  for (const id of ['999999', 'nothing']) {
    await page.goto(`/handbook?id=${id}`)
    await expect(page.getByText('文档不存在或已下线')).toBeVisible()
  }
  await page.getByRole('link', { name: '返回帮助文档首页' }).click()
  await expect(heading(page, '账号与登录')).toBeFocused()
})

test('the directory is a drawer below 992 px, and a chosen article has the focus on its heading', async ({ visitor }) => {
  const page = await (await visitor({ viewport: { width: 390, height: 844 } })).newPage()
  await page.goto('/handbook')
  await expect(directory(page)).toHaveCount(0)
  await page.getByRole('button', { name: '目录', exact: true }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'POP 接入' }).click()
  await expect(heading(page, 'POP 接入')).toBeFocused()
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('terms and privacy are read without a session, navigated by heading, and printed as a whole', async ({ page }) => {
  await page.goto('/privacy')
  await expect(heading(page, '隐私政策')).toBeVisible()
  await expect(page.getByText('更新日期：2021-03-23')).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: '服务条款' }).click()
  await expect(heading(page, '服务条款')).toBeFocused()
  const commitment = page.getByRole('heading', { level: 2, name: '附件：《网络信息安全承诺书》' })
  await page.getByRole('navigation', { name: '本页内容' }).getByRole('link', { name: '附件：《网络信息安全承诺书》' }).click()
  await expect(commitment).toBeInViewport()
  await page.goto('about:blank')
  await page.goto('/clause#disputes')
  await expect(page.getByRole('heading', { level: 2, name: /争议解决/ })).toBeInViewport()

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(/^打印时间 \d{4}-/)).toBeVisible()
  await expect(page.getByRole('button', { name: '打印' })).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
})
