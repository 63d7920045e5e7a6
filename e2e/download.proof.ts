import type { Page } from '@playwright/test'
import { publishClients } from './clients.ts'
import { expect, test } from './test.ts'

const onWindows = {
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/144.0.0.0 Safari/537.36',
}
const onIPhone = {
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Mobile/15E148 Safari/604.1',
  viewport: { width: 390, height: 844 },
}
/** The card of one system, such as Windows. */
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test.beforeEach(({ publications }) => publishClients(publications))

test('a visitor on a phone sees the client of their own system first, and no QR code', async ({ visitor }) => {
  const page = await (await visitor(onIPhone)).newPage()
  await page.goto('/download')
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('iOS')
  await expect(card(page, 'iOS').getByRole('link', { name: /前往 App Store/ })).toHaveAttribute('href', 'https://apps.apple.com/cn/app/id1')
  await expect(page.getByText('手机扫码下载')).toHaveCount(0)
})

test('a visitor chooses the edition and the distribution for Linux, and both stay in the URL after a reload', async ({ visitor }) => {
  const page = await (await visitor(onWindows)).newPage()
  await page.goto('/download')
  const linux = card(page, 'Linux')
  const link = linux.getByRole('link', { name: /^下载/ })
  await expect(link).toHaveAttribute('href', /g\.rpm$/)
  await linux.getByRole('combobox', { name: '发行版' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(link).toHaveAttribute('href', /g\.deb$/)
  await page.reload()
  await expect(link).toHaveAttribute('href', /g\.deb$/)
  await linux.getByText('命令行版').click()
  await expect(link).toHaveAttribute('href', /c\.tgz$/)
})
