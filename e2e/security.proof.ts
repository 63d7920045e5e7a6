import type { Page } from '@playwright/test'
import { callApi, SignInPage } from './sessions.ts'
import { expect, test } from './test.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a sub-account has its own form of the account’s page, and none of what is the owner’s', async ({ signedIn, accounts }) => {
  const page = await signedIn(await accounts.colleague(await accounts.owner()))
  for (const address of ['/account/info', '/account/edit', '/account/password', '/account/phone', '/account/email']) {
    await page.goto(address)
    await expect(heading(page, '没有访问权限')).toBeVisible()
    await expect(page.getByText('仅限主账号使用')).toBeVisible()
  }
  await page.goto('/account/security')
  await expect(page).toHaveURL(/\/account#security$/)
  await expect(button(page, '账号密码：修改密码')).toBeVisible()
  const { totp } = await callApi<{ totp: number }>(page, 'account/info')
  expect(totp).toBe(0)
  await expect(page.getByText('未开启')).toBeVisible()
})

test('a sub-account changes its password from the header, is signed out, and signs in with the new one', async ({
  page,
  signedIn,
  accounts,
}) => {
  const colleague = await accounts.colleague(await accounts.owner())
  const desk = await signedIn(colleague)
  await desk.goto('/dashboard')
  await button(desk, '陈浩 的账号菜单').click()
  await desk.getByRole('menuitem', { name: '修改密码' }).click()
  const dialog = desk.getByRole('dialog', { name: '修改密码' })
  await dialog.getByLabel('原密码').fill('not-this-one')
  await dialog.getByLabel('新密码', { exact: true }).fill('Another-2026')
  await dialog.getByLabel('确认新密码').fill('Another-2026')
  await button(desk, '修改').click()
  await expect(dialog.getByLabel('原密码')).toHaveAccessibleDescription('原密码错误')
  await dialog.getByLabel('原密码').fill(colleague.password)
  await button(desk, '修改').click()
  await expect(desk).toHaveURL(/\/login$/)
  await expect(desk.getByText('密码已修改，请用新密码登录')).toBeVisible()

  const form = new SignInPage(page)
  await page.goto('/login')
  await page.getByRole('link', { name: '子账号登录' }).click()
  await form.enter({ ...colleague, password: 'Another-2026' })
  await form.submit.click()
  await expect(page.getByRole('heading', { level: 1, name: '概览' })).toBeVisible()
})
