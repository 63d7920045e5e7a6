import type { Page } from '@playwright/test'
import { expect } from './test.ts'

export const PASSWORD = 'Orchard7'
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
export const aPhone = () => `139${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`

/** Opens the list of software members. */
export async function openMembers(page: Page): Promise<void> {
  await page.goto('/router/lists?type=2')
  await expect(page.getByRole('heading', { level: 1, name: '成员列表' })).toBeVisible()
}

/** Adds a member in the drawer. */
export async function add(page: Page, username: string, phone = ''): Promise<void> {
  await page.getByRole('button', { name: '添加成员' }).first().click()
  const drawer = dialog(page, '添加成员')
  await expect(drawer.getByLabel('用户名')).toBeFocused()
  await drawer.getByLabel('用户名').fill(username)
  await drawer.getByLabel('密码', { exact: true }).fill(PASSWORD)
  if (phone) await drawer.getByLabel('手机号', { exact: true }).fill(phone)
  await drawer.getByRole('button', { name: '添加', exact: true }).click()
}

/** Closes the drawer once the member is added. */
export async function finish(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: '复制账号和密码发送给成员' })).toBeVisible()
  await page.getByRole('button', { name: '完成' }).click()
  await expect(dialog(page, '添加成员')).toHaveCount(0)
}
