import type { Page } from '@playwright/test'
import { follow } from './axe.ts'
import { createNetwork, SignInPage } from './sessions.ts'
import { expect, test } from './test.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const heading = (page: Page, name: string | RegExp) => expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

test('with the link that an owner copies, a sub-account types only the part of its name before the @', async ({
  signedIn,
  accounts,
  visitor,
}) => {
  const owner = await accounts.owner()
  const colleague = await accounts.colleague(owner)
  const [name] = colleague.username.split('@')
  const page = await signedIn(owner, { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto('/ram/index')
  await page.getByRole('button', { name: '复制登录链接' }).click()
  await expect(page.getByText('已复制')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  const guest = await (await visitor()).newPage()
  const signIn = new SignInPage(guest)
  await guest.goto(link)
  await expect(signIn.name).toBeFocused()
  await guest.keyboard.type(name!)
  await expect(signIn.name).toHaveValue(colleague.username)
  await signIn.password.fill(colleague.password)
  await signIn.code.fill(await signIn.readPicture())
  await signIn.submit.click()
  await expect(guest.getByRole('heading', { level: 1, name: '概览' })).toBeVisible()
})

test('an owner sees as a role what it sees, cannot change anything, and leaves the view', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner({ hardware: 1 })
  const page = await signedIn(owner)
  await createNetwork(page, '总部网', { point: owner.hardware })
  await page.goto('/ram/role')
  await page.getByRole('button', { name: '创建角色' }).first().click()
  const drawer = dialog(page, '创建角色')
  await drawer.getByRole('button', { name: '财务' }).click()
  await drawer.getByRole('button', { name: '创建', exact: true }).click()
  await expect(drawer).toHaveCount(0)
  await page.getByRole('button', { name: '以此角色查看 财务' }).click()
  const banner = page.getByText(/^正在以角色「财务」查看/)
  await expect(banner).toBeVisible()
  await heading(page, /欢迎回来/)
  await expect(page.getByText('总部网')).toHaveCount(0)
  await follow(page, '/network/lists')
  await expect(page.getByText('没有访问权限')).toBeVisible()
  await expect(banner).toBeVisible()
  await follow(page, '/account/service')
  await heading(page, '我的服务')
  await page.getByRole('button', { name: '退出', exact: true }).click()
  await heading(page, '角色')
  await expect(banner).toHaveCount(0)
  await follow(page, '/network/lists')
  await expect(page.getByRole('link', { name: '总部网' })).toBeVisible()
})
