import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { tabTo } from './keyboard.ts'
import { awaitLetter, texted } from './outbox.ts'
import { SignInPage } from './sessions.ts'
import { expect, test } from './test.ts'

const PASSWORD = 'Orchard-2027'
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const overview = (page: Page) => page.getByRole('heading', { level: 1, name: '概览' })

/** Enters a name and the code of the picture. */
async function begin(page: Page, name: string): Promise<void> {
  const form = new SignInPage(page)
  await page.goto('/reset')
  await field(page, '用户名 / 手机号 / 邮箱').fill(name)
  await form.code.fill(await form.readPicture())
  await button(page, '下一步').click()
}

test('an owner who forgot the password sets another with the keyboard alone, and every session ends', async ({
  page,
  accounts,
  signedIn,
}) => {
  const owner = await accounts.owner()
  const elsewhere = await signedIn(owner)
  await elsewhere.goto('/dashboard')
  await expect(overview(elsewhere)).toBeVisible()

  const form = new SignInPage(page)
  await page.goto('/login')
  await expect(form.name).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: '忘记密码' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle(/^找回密码 - /)
  const picture = await form.readPicture()
  await tabTo(page, field(page, '用户名 / 手机号 / 邮箱'))
  await page.keyboard.type(owner.phone!)
  await tabTo(page, form.code)
  await page.keyboard.type(picture)
  await page.keyboard.press('Enter')

  const letter = await awaitLetter(page.request, texted(owner.phone!))
  await expect(page.getByText(`验证码将发送至 138****${owner.phone!.slice(-4)}`)).toBeVisible()
  await tabTo(page, button(page, '获取验证码'))
  await page.keyboard.press('Enter')
  await expect(field(page, '验证码')).toBeFocused()
  await page.keyboard.type(await letter.code())
  await page.keyboard.press('Enter')

  await expect(field(page, '新密码')).toBeFocused()
  await page.keyboard.type(PASSWORD)
  await tabTo(page, field(page, '确认新密码'))
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '密码已重置' })).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: '去登录' }))
  await page.keyboard.press('Enter')

  await expect(elsewhere.getByRole('heading', { level: 1, name: '登录' })).toBeVisible()
  await form.enter({ ...owner, password: PASSWORD })
  await form.submit.click()
  await expect(overview(page)).toBeVisible()
})

test('an unknown name looks the same as an existing one', async ({ page }) => {
  await begin(page, `139${String(randomInt(100_000_000)).padStart(8, '0')}`)
  await button(page, '获取验证码').click()
  await expect(page.getByRole('button', { name: /^\d+ 秒后重试$/ })).toBeDisabled()
  await field(page, '验证码').fill('123456')
  await button(page, '下一步').click()
  await expect(field(page, '验证码')).toHaveAccessibleDescription(/验证码错误或已过期/)
})
