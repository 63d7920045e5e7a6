import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from './desk.ts'

/** Enters the operator's proof of identity, and submits the dialog. */
async function prove(page: Page, password: string, action: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('您的密码').fill(password)
  await dialog.getByRole('button', { name: action, exact: true }).click()
}

test('an operator is added, signs in with the first password, is demoted, signed out and disabled', async ({
  visitor,
  accounts,
  page,
  tolerated,
}) => {
  // A page whose session was ended fails to render shortly before the browser shows the sign-in page.
  tolerated.push(/ApiRefusal: (登录已失效|账号已停用)/)
  const admin = await accounts.operator('admin')
  const username = `zhang${randomBytes(3).toString('hex')}`
  const signIn = async (at: Page, name: string, password: string) => {
    await at.goto('/login')
    await at.getByLabel('用户名').fill(name)
    await at.getByLabel('密码', { exact: true }).fill(password)
    await at.getByRole('button', { name: '登录', exact: true }).click()
  }
  await signIn(page, admin.username, admin.password)
  await page.getByRole('navigation').getByText('系统', { exact: true }).click()
  await page.getByRole('link', { name: '运营人员' }).click()
  await page.getByRole('button', { name: '添加运营人员' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('用户名').fill(username)
  await dialog.getByLabel('角色').click()
  await page.getByTitle('管理员', { exact: true }).click()
  await prove(page, admin.password, '添加')
  const shown = dialog.getByText(/^[2-9A-HJKMNP-Z]{16}$/)
  await expect(shown).toBeVisible()
  const first = (await shown.textContent()) ?? ''
  await dialog.getByRole('button', { name: '完成' }).click()

  const other = await (await visitor()).newPage()
  await signIn(other, username, first)
  await expect(other.getByRole('heading', { level: 1, name: '设置新密码' })).toBeVisible()
  await other.getByLabel('新密码', { exact: true }).fill('My-own-2026')
  await other.getByLabel('确认新密码').fill('My-own-2026')
  await other.getByRole('button', { name: '设置并登录' }).click()
  await expect(other.getByRole('heading', { level: 1, name: /工作台/ })).toBeVisible()

  await page.getByRole('search').getByRole('searchbox').fill(username)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: username }).click()
  await page.getByRole('button', { name: '更换角色' }).click()
  await dialog.getByLabel('角色').click()
  await page.getByTitle('客服', { exact: true }).click()
  // The recent proof still counts.
  await dialog.getByRole('button', { name: '更换角色' }).click()
  await expect(dialog).toHaveCount(0)
  await other.goto('/operators')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('没有访问权限')

  // An open page would notice the end of its session and leave during the next navigation.
  await other.goto('about:blank')
  await page.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '结束全部登录' }).click()
  await expect(dialog.getByText(`结束 ${username} 的 1 个登录`)).toBeVisible()
  await dialog.getByRole('button', { name: '结束全部登录' }).click()
  await expect(page.getByText('没有登录')).toBeVisible()
  await other.goto('/audit')
  await expect(other).toHaveURL(/\/login/)

  await signIn(other, username, 'My-own-2026')
  await expect(other.getByRole('heading', { level: 1, name: /工作台/ })).toBeVisible()
  await other.goto('about:blank')
  await page.getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '停用' }).click()
  await dialog.getByRole('button', { name: '停用', exact: true }).click()
  await expect(page.getByText('已停用').first()).toBeVisible()
  await other.goto('/audit')
  await expect(other).toHaveURL(/\/login/)
  await signIn(other, username, 'My-own-2026')
  // The page may also still show why the previous session was ended.
  await expect(other.getByRole('alert').filter({ hasText: '您的运营人员账号已停用' })).toBeVisible()
})
