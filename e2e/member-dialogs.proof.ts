import type { Page } from '@playwright/test'
import { add, aPhone, dialog, finish, openMembers, PASSWORD } from './member-drawer.ts'
import { expect, test } from './test.ts'

const row = (page: Page, router_name: string) => page.getByRole('row').filter({ hasText: router_name })

test('Escape closes the drawer of a new member after other dialogs were opened over it', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner()
  const page = await signedIn(owner)
  const phone = aPhone()
  await openMembers(page)
  await add(page, 'zhou.ba', phone)
  await finish(page)

  await page.getByRole('button', { name: '添加成员' }).first().click()
  const drawer = dialog(page, '添加成员')
  await expect(drawer.getByLabel('用户名')).toBeFocused()
  await drawer.getByLabel('用户名').fill('wu.jiu')
  await page.keyboard.press('Escape')
  const question = dialog(page, '放弃未保存的修改？')
  await question.getByRole('button', { name: '继续编辑' }).click()
  await expect(question).toHaveCount(0)

  await drawer.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await drawer.getByLabel('手机号', { exact: true }).fill(phone)
  await drawer.getByRole('button', { name: '添加并继续' }).click()
  await expect(drawer.getByText('该手机号已绑定其他成员，验证后可绑定')).toBeVisible()
  await drawer.getByLabel('手机号', { exact: true }).fill('')
  await drawer.getByRole('button', { name: '修改后缀' }).click()
  const suffix = dialog(page, '修改账号后缀')
  await expect(suffix.getByRole('textbox', { name: '账号后缀' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(suffix).toHaveCount(0)

  await drawer.getByRole('button', { name: '添加并继续' }).click()
  await expect(page.getByRole('region', { name: '复制账号和密码发送给成员' })).toBeVisible()
  await expect(drawer.getByLabel('用户名')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
})

test('a new suffix is shown at once and applies to later members', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner()
  const page = await signedIn(owner)
  const sign = `s${Date.now().toString(36).slice(-8)}`
  await openMembers(page)
  await page.getByRole('button', { name: '添加成员' }).first().click()
  const drawer = dialog(page, '添加成员')
  await expect(drawer.getByLabel('用户名')).toBeFocused()
  await drawer.getByLabel('用户名').fill('sun.qi')
  await drawer.getByRole('button', { name: '修改后缀' }).click()
  await dialog(page, '修改账号后缀').getByRole('textbox', { name: '账号后缀' }).fill(sign)
  await page.keyboard.press('Enter')
  await expect(drawer.getByText(`@${sign}`)).toBeVisible()
  await expect(drawer.getByLabel('用户名')).toHaveValue('sun.qi')
  await drawer.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: '复制账号和密码发送给成员' })).toContainText(`sun.qi@${sign}`)
  const kept = await page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]))
  expect(kept).not.toContain(PASSWORD)
  await page.getByRole('button', { name: '完成' }).click()
  await expect(row(page, `sun.qi@${sign}`)).toBeVisible()
})
