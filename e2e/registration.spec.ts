import type { Page } from '@playwright/test'
import { stopClock } from './clock.ts'
import { tabTo } from './keyboard.ts'
import { awaitLetter, texted } from './outbox.ts'
import { button, field, fill, newName, newPhone, PASSWORD, register, type, waiting } from './registration-form.ts'
import { SignInPage } from './sessions.ts'
import { expect, test } from './test.ts'

async function signIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  const form = new SignInPage(page)
  await page.goto('/login')
  await form.enter({ username, password })
  await form.submit.click()
  await expect(page.getByRole('heading', { level: 1, name: '概览' })).toBeVisible()
}

test('a visitor with a phone opens an account with the keyboard alone, and signs in with it', async ({ page }) => {
  const [username, phone] = [newName(), newPhone()]
  await page.clock.install()
  await page.goto('/login')
  await tabTo(page, page.getByRole('link', { name: '注册账号' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle(/^注册账号 - /)
  await type(page, '昵称', '林晓')
  await type(page, '用户名', username)
  await type(page, '密码', PASSWORD)
  await expect(page.getByText('密码强度：中')).toBeVisible()
  await type(page, '确认密码', PASSWORD)
  await type(page, '手机号', phone)
  const letter = await awaitLetter(page.request, texted(phone))
  await tabTo(page, button(page, '获取验证码'))
  await page.keyboard.press('Enter')
  await expect(field(page, '短信验证码')).toBeFocused()
  await expect(waiting(page)).toBeDisabled()
  await page.keyboard.type(await letter.code())
  await tabTo(page, page.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await tabTo(page, button(page, '注册'))
  await stopClock(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: '注册成功' })).toBeFocused()
  await page.clock.resume()
  await expect(page.getByRole('heading', { level: 1, name: '登录' })).toBeVisible()
  await signIn(page, username)
})

test('a visitor with an e-mail opens an account', async ({ page }) => {
  const username = newName()
  const email = `${username}@example.com`
  await page.clock.install()
  await fill(page, username)
  await page.getByRole('tab', { name: '邮箱注册' }).click()
  await expect(field(page, '用户名')).toHaveValue(username)
  await field(page, '邮箱').fill(email)
  const letter = await awaitLetter(page.request, email)
  await button(page, '获取验证码').click()
  await field(page, '邮箱验证码').fill(await letter.code())
  await page.getByRole('checkbox').check()
  await stopClock(page)
  await button(page, '注册').click()
  await expect(page.getByText('2 秒后自动跳转到登录页')).toBeVisible()
  await button(page, '立即登录')
    .or(page.getByRole('link', { name: '立即登录' }))
    .click()
  await page.clock.resume()
  await signIn(page, email)
})

test('a taken name and a taken phone are reported at their fields, and the code stays valid', async ({ page, visitor, accounts }) => {
  const owner = await accounts.owner()
  await register(page, owner.username, newPhone())
  await expect(field(page, '用户名')).toHaveAccessibleDescription(/用户名已被使用/)
  await expect(field(page, '用户名')).toBeFocused()
  await field(page, '用户名').fill(newName())
  await button(page, '注册').click()
  await expect(page.getByRole('heading', { level: 1, name: '注册成功' })).toBeVisible()

  const other = await (await visitor()).newPage()
  await register(other, newName(), owner.phone!)
  await expect(field(other, '手机号')).toHaveAccessibleDescription(/手机号已被使用/)
  await expect(field(other, '手机号')).toBeFocused()
})
