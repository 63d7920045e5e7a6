import type { Page } from '@playwright/test'
import { callApi } from './sessions.ts'
import { expect, test } from './test.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a sub-account has the sign-in security page, and none of the account', async ({ signedIn, accounts }) => {
  const page = await signedIn(await accounts.colleague(await accounts.owner()))
  for (const address of ['/account', '/account/info', '/account/edit', '/account/password', '/account/phone', '/account/email']) {
    await page.goto(address)
    await expect(heading(page, '没有访问权限')).toBeVisible()
    await expect(page.getByText('仅限主账号使用')).toBeVisible()
  }
  await page.goto('/account/security')
  await expect(button(page, '修改密码')).toBeVisible()
  const { totp } = await callApi<{ totp: number }>(page, 'account/info')
  expect(totp).toBe(0)
  await expect(page.getByText('未开启')).toBeVisible()
})
