import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const directory = (page: Page) => page.getByRole('navigation', { name: '文档目录' })

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
