import type { Page } from '@playwright/test'
import { publishClients } from './clients.ts'
import { callApi, createNetwork } from './sessions.ts'
import { expect, test } from './test.ts'

const onWindows = {
  userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/144.0.0.0 Safari/537.36',
}
const onIPhone = {
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Mobile/15E148 Safari/604.1',
  viewport: { width: 390, height: 844 },
}
/** The steps of one system, such as Windows. */
const steps = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test.beforeEach(({ publications }) => publishClients(publications))

test('a visitor on a phone sees the steps of their own system, which comes first, and no QR code', async ({ visitor }) => {
  const page = await (await visitor(onIPhone)).newPage()
  await page.goto('/download')
  await expect(page.getByRole('group', { name: '系统' }).getByRole('button').first()).toHaveText('iPhone / iPad')
  await expect(steps(page, 'iPhone / iPad').getByRole('link', { name: /前往 App Store/ })).toHaveAttribute(
    'href',
    'https://apps.apple.com/cn/app/id1',
  )
  await expect(page.getByText('手机扫码下载')).toHaveCount(0)
})

test('a visitor chooses the edition and the distribution for Linux, and both stay in the URL after a reload', async ({ visitor }) => {
  const page = await (await visitor(onWindows)).newPage()
  await page.goto('/download?system=linux')
  const linux = steps(page, 'Linux')
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

test('a member gets the profile on their phone by a link that works once', async ({ signedIn, accounts, visitor }) => {
  const owner = await accounts.owner({ hardware: 1, software: 1 })
  const page = await signedIn(owner)
  const network_number = await createNetwork(page, '门店', { center: owner.hardware, point: owner.software })
  await callApi(page, 'network/fixed_port', {
    network_number,
    router_name: owner.hardware[0],
    router_service: { public_ip: null, public_port: null, static_port: null },
    software_service: { public_ip: '203.0.113.1', public_port: 5000, static_port: 5001 },
  })
  await page.goto('/download?system=ios')
  await page.getByRole('combobox', { name: '选择软件成员' }).click()
  await page.locator('.ant-select-item-option').first().click()
  const made = page.waitForResponse('**/router/profile_link')
  await page.getByRole('button', { name: '生成二维码' }).click()
  const { data } = (await (await made).json()) as { data: { token: string } }
  await expect(page.getByText(/后失效，只能用一次$/)).toBeVisible()
  const phone = await (await visitor(onIPhone)).newPage()
  await phone.goto(`/profile#${data.token}`)
  const download = phone.waitForEvent('download')
  await phone.getByRole('button', { name: '下载配置' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.ovpn$/)
  await expect(phone.getByRole('heading', { level: 1, name: '配置已下载' })).toBeVisible()
  await expect(page.getByText(/^已导入，iPhone，\d\d:\d\d$/)).toBeVisible()
  await phone.goto('/download')
  await phone.goto(`/profile#${data.token}`)
  await phone.getByRole('button', { name: '下载配置' }).click()
  await expect(phone.getByText('该链接已经用过，每个链接只能用一次；请让对方重新生成')).toBeVisible()
})
