import type { Locator } from '@playwright/test'
import { stopClock } from './clock.ts'
import { tabTo } from './keyboard.ts'
import { awaitLetter, texted } from './outbox.ts'
import { button, field, fill, newName, newPhone, register, signIn, type, waiting } from './registration-form.ts'
import { SignInPage } from './sessions.ts'
import { expect, test } from './test.ts'

test('the wait for another code survives a reload, and phone and e-mail have separate ones', async ({ page }) => {
  await page.goto('/register')
  await field(page, '手机号').fill(newPhone())
  await button(page, '获取验证码').click()
  await expect(waiting(page)).toBeDisabled()
  await page.reload()
  await expect(waiting(page)).toBeDisabled()
  await page.getByRole('link', { name: '邮箱注册' }).click()
  await expect(button(page, '获取验证码')).toBeEnabled()
})

test('after a few codes from one address, the code of a picture is required', async ({ page }) => {
  for (let count = 1; count <= 3; count += 1) {
    const answer = await page.request.post('/api/v1/verify/register', { data: { send_type: 'phone', send_value: texted(newPhone()) } })
    expect((await answer.json()).code).toBe(200)
  }
  const phone = newPhone()
  const form = new SignInPage(page)
  await page.goto('/register')
  await field(page, '手机号').fill(phone)
  await button(page, '获取验证码').click()
  await expect(page.getByText('请输入图形验证码')).toBeVisible()
  await form.code.fill(await form.readPicture())
  const letter = await awaitLetter(page.request, texted(phone))
  await button(page, '获取验证码').click()
  await expect(waiting(page)).toBeDisabled()
  expect(await letter.code()).toMatch(/^\d{6}$/)
})

test('a wrong code is reported at its field', async ({ page }) => {
  await fill(page, newName())
  await field(page, '手机号').fill(newPhone())
  await field(page, '短信验证码').fill('000000')
  await page.getByRole('checkbox').check()
  await button(page, '注册').click()
  await expect(field(page, '短信验证码')).toHaveAccessibleDescription(/验证码错误或已过期/)
  await expect(field(page, '短信验证码')).toBeFocused()
})

test('a dial code is found by pinyin, and chosen with the keyboard', async ({ page }) => {
  await page.goto('/register')
  const select = page.getByRole('combobox', { name: '国家或地区区号' })
  await tabTo(page, select)
  await page.keyboard.type('zgxg')
  await page.keyboard.press('Enter')
  await expect(page.getByText('中国香港').filter({ visible: true })).toHaveCount(1)
  await type(page, '手机号', '51234567')
  const letter = await awaitLetter(page.request, '+852 51234567')
  await tabTo(page, button(page, '获取验证码'))
  await page.keyboard.press('Enter')
  expect(await letter.code()).toMatch(/^\d{6}$/)
})

test('registration needs consent, and the terms open in another tab', async ({ page }) => {
  await fill(page, newName())
  const submit = button(page, '注册')
  await submit.focus()
  await expect(submit).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('tooltip', { name: '请先阅读并同意服务条款' })).toBeVisible()
  const [terms] = await Promise.all([page.context().waitForEvent('page'), page.getByRole('link', { name: /《服务条款》/ }).click()])
  await expect(terms).toHaveURL(/\/clause$/)
  await expect(field(page, '昵称')).toHaveValue('林晓')
})

test('an invalid link for proving an address says so', async ({ page }) => {
  await page.goto('/validate/email')
  await expect(page.getByRole('heading', { level: 1, name: '验证信息' })).toBeVisible()
  await expect(page.getByText('验证链接无效', { exact: true })).toBeVisible()
  await page.goto('/validate/email?s=spent')
  await button(page, '验证邮箱').click()
  await expect(page.getByText('验证链接无效或已过期')).toBeVisible()
  await page.getByRole('link', { name: '返回首页' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '登录' })).toBeVisible()
})

test('a form that scrolls to its first wrong field shows the field and its label below the header', async ({ visitor }) => {
  const page = await (await visitor({ viewport: { width: 390, height: 700 } })).newPage()
  await page.goto('/register')
  await page.getByRole('checkbox').check()
  await button(page, '注册').click()
  await expect(field(page, '昵称')).toBeFocused()
  await expect(field(page, '昵称')).toHaveAccessibleDescription(/昵称不能为空/)
  const boxOf = async (of: Locator) => (await of.boundingBox())!
  const header = await boxOf(page.getByRole('banner'))
  const label = page.getByText('昵称', { exact: true })
  await expect.poll(async () => (await boxOf(label)).y).toBeGreaterThanOrEqual(header.y + header.height)
})

test('a visitor with an e-mail opens an account', async ({ page }) => {
  const username = newName()
  const email = `${username}@example.com`
  await page.clock.install()
  await fill(page, username)
  await page.getByRole('link', { name: '邮箱注册' }).click()
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
