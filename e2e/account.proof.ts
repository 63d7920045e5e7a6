import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const rowOf = (page: Page, title: string) => page.getByRole('listitem').filter({ has: heading(page, title) })

test('the suffix is changed, and a taken one is refused at its field', async ({ signedIn, accounts }) => {
  const other = await accounts.owner()
  const page = await signedIn(await accounts.owner())
  await page.goto('/account/info')
  await rowOf(page, '账号后缀').getByRole('button', { name: /^修改/ }).click()
  const field = page.getByRole('dialog').getByLabel('账号后缀')
  await field.fill(other.account_number)
  await button(page, '保存').click()
  await expect(field).toHaveAccessibleDescription(/账号后缀已被使用/)
  const sign = `s${Date.now().toString(36)}`.slice(0, 12)
  await field.fill(sign)
  await button(page, '保存').click()
  await expect(rowOf(page, '账号后缀')).toContainText(`@${sign}`)
})
