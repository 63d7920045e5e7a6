import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { awaitLetter } from './outbox.ts'
import { SignInPage } from './sessions.ts'
import { expect, test } from './test.ts'

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Enters a name and the code of the picture. */
async function begin(page: Page, name: string): Promise<void> {
  const form = new SignInPage(page)
  await page.goto('/reset')
  await field(page, '用户名 / 手机号 / 邮箱').fill(name)
  await form.code.fill(await form.readPicture())
  await button(page, '下一步').click()
}

test('an owner with both contacts chooses between them', async ({ page, accounts }) => {
  const email = `r${randomBytes(4).toString('hex')}@example.com`
  const owner = await accounts.owner({ email })
  await begin(page, owner.username)
  await page.getByRole('radio', { name: /邮箱验证/ }).check()
  const letter = await awaitLetter(page.request, email)
  await button(page, '获取验证码').click()
  await field(page, '验证码').fill('000000')
  await button(page, '下一步').click()
  await expect(field(page, '验证码')).toHaveAccessibleDescription(/验证码错误或已过期/)
  await field(page, '验证码').fill(await letter.code())
  await button(page, '下一步').click()
  await expect(field(page, '新密码')).toBeFocused()
})

test('an account without contacts looks no different, and every visitor sees whom to ask', async ({ page, accounts }) => {
  const owner = await accounts.owner({ phone: null })
  await begin(page, owner.username)
  await expect(page.getByText(/无法使用以上方式？请联系客服/)).toBeVisible()
  await button(page, '上一步').click()
  await expect(field(page, '用户名 / 手机号 / 邮箱')).toBeFocused()
})

test('a sub-account is referred to its owner, and the picture is replaced and its code emptied', async ({ page, accounts }) => {
  const colleague = await accounts.colleague(await accounts.owner())
  await begin(page, colleague.username)
  await expect(page.getByRole('alert').filter({ hasText: '子账号请联系主账号管理员重置密码' }).first()).toBeVisible()
  await expect(field(page, '图形验证码')).toHaveValue('')
  await expect(field(page, '图形验证码')).toBeFocused()
})
