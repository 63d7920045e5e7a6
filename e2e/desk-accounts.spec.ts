import { randomBytes } from 'node:crypto'
import { expectAccessible } from './axe.ts'
import { expect, test } from './desk.ts'

const word = () => randomBytes(4).toString('hex').toUpperCase()

test('an operator signs in and arrives at the page that was requested', async ({ page, accounts }) => {
  const { username, password } = await accounts.operator('sales')
  await page.goto('/services')
  await expect(page).toHaveURL(/\/login\?redirect=%2Fservices$/)
  await expect(page.getByRole('heading', { level: 1, name: '登录' })).toBeVisible()
  await expectAccessible(page, 'the sign-in')
  await page.getByLabel('用户名').fill(username)
  await page.getByLabel('密码', { exact: true }).fill('wrong-1234')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: '服务' })).toBeVisible()
  await page.getByRole('button', { name: `${username} 的菜单` }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '退出登录' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/accounts')
  await expect(page).toHaveURL(/\/login\?redirect=%2Faccounts$/)
})

test('an operator finds a customer, grants a service, and registers and assigns a device', async ({ desk, accounts }) => {
  const owner = await accounts.owner()
  const page = await desk('admin')
  await page.goto('/accounts')
  await page.getByRole('search').getByRole('searchbox').fill(owner.username)
  await page.keyboard.press('Enter')
  // The customer is in the list before the search, too, in another place.
  await expect(page.getByText('共 1 条')).toBeVisible()
  await page.getByRole('link', { name: owner.account_number }).click()
  const services = page.getByRole('region', { name: '服务' })
  await expect(services).toBeVisible()

  await page.getByRole('button', { name: '开通服务' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('服务', { exact: true }).click()
  await page.getByTitle('DNS 服务器（个）').click()
  await dialog.getByRole('button', { name: '开通' }).click()
  await expect(services.getByRole('cell', { name: 'DNS 服务器', exact: true })).toBeVisible()

  const router_name = `WR${word()}`
  await page.getByRole('link', { name: '设备' }).click()
  await page.getByRole('button', { name: '登记设备' }).click()
  await dialog.getByLabel('设备编号').fill(router_name)
  await dialog.getByLabel('型号').fill('WR-900')
  await dialog.getByRole('button', { name: '登记' }).click()
  await expect(dialog.getByText(/^[2-9A-HJKMNP-Z]{4}(-[2-9A-HJKMNP-Z]{4}){3}$/)).toBeVisible()
  await dialog.getByRole('button', { name: '完成' }).click()
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: `设备 ${router_name} 的操作` }).click()
  await page.getByRole('menuitem', { name: '分配' }).click()
  await dialog.getByLabel('客户账号编号').fill(owner.account_number)
  await dialog.getByRole('button', { name: '分配' }).click()
  const row = page.getByRole('row').filter({ hasText: router_name })
  await row.getByRole('link', { name: owner.account_number }).click()
  await expect(page.getByRole('cell', { name: router_name, exact: true })).toBeVisible()

  await page.getByRole('button', { name: '授权登录链接' }).click()
  await dialog.getByLabel('原因').fill('客户来电求助')
  await dialog.getByRole('button', { name: '生成链接' }).click()
  await expect(dialog.getByText(/\/login\?token=/)).toBeVisible()
})
