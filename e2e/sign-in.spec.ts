import type { Page } from '@playwright/test'
import { tabTo } from './keyboard.ts'
import { SignInPage } from './sessions.ts'
import { expect, test } from './test.ts'

const overview = (page: Page) => page.getByRole('heading', { level: 1, name: '概览' })

const pathOf = (page: Page) => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

test('an owner signs in with name, password and the code of the picture, with the keyboard alone', async ({ page, accounts }) => {
  const owner = await accounts.owner()
  await page.goto('/')
  await expect(page).toHaveTitle(/^登录 - /)
  const form = new SignInPage(page)
  await page.reload()
  await expect(form.name).toBeFocused()
  const code = await form.readPicture()
  await page.keyboard.type(`  ${owner.username} `)
  await page.keyboard.press('Tab')
  await page.keyboard.type(owner.password)
  await tabTo(page, form.code)
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
  await expect(overview(page)).toBeVisible()
})

test('a wrong code keeps name and password, is emptied, and another picture is shown', async ({ page, accounts }) => {
  const owner = await accounts.owner()
  const form = new SignInPage(page)
  await page.goto('/login')
  await form.enter(owner)
  const before = await form.picture.getAttribute('src')
  await form.code.fill('0000')
  await form.submit.click()
  await expect(page.getByRole('alert').filter({ hasText: '图形验证码错误或已过期' }).first()).toBeVisible()
  await expect(form.code).toBeFocused()
  await expect(form.code).toHaveValue('')
  await expect(form.name).toHaveValue(owner.username)
  await expect(form.password).toHaveValue(owner.password)
  await expect(form.picture).not.toHaveAttribute('src', before ?? '')
  await form.code.fill(await form.readPicture())
  await form.submit.click()
  await expect(overview(page)).toBeVisible()
})

test('the picture can be renewed by keyboard, and the code of the former one no longer counts', async ({ page, accounts }) => {
  const form = new SignInPage(page)
  await page.goto('/login')
  await form.enter(await accounts.owner())
  const before = await form.picture.getAttribute('src')
  await page.getByRole('button', { name: '看不清？换一张' }).press('Enter')
  await expect(form.picture).not.toHaveAttribute('src', before ?? '')
  await form.submit.click()
  await expect(page.getByRole('alert').filter({ hasText: '图形验证码错误或已过期' }).first()).toBeVisible()
})

test('a wrong password and an unknown name get the same message', async ({ page, accounts }) => {
  const owner = await accounts.owner()
  const form = new SignInPage(page)
  const refusal = page.getByRole('alert').filter({ hasText: '用户名或密码错误' }).first()
  await page.goto('/login')
  await form.enter({ ...owner, password: 'wrong-one' })
  await form.submit.click()
  await expect(refusal).toBeVisible()
  await page.reload()
  await form.enter({ ...owner, username: `${owner.username}x` })
  await form.submit.click()
  await expect(refusal).toBeVisible()
})

test('signing in leads to the requested page', async ({ page, accounts }) => {
  const form = new SignInPage(page)
  await page.goto('/network/lists?search=abc&status=1')
  await expect(page).toHaveURL(/\/login\?redirect=/)
  await page.reload()
  await form.enter(await accounts.owner())
  await form.submit.click()
  await expect(page.getByRole('heading', { level: 1, name: '组网列表' })).toBeVisible()
  expect(pathOf(page)).toBe('/network/lists?search=abc&status=1')
})

test('signing in does not lead to another site', async ({ page, accounts }) => {
  const form = new SignInPage(page)
  await page.goto(`/login?redirect=${encodeURIComponent('//evil.example/x')}`)
  await form.enter(await accounts.owner())
  await form.submit.click()
  await expect(overview(page)).toBeVisible()
  expect(pathOf(page)).toBe('/dashboard')
})

test('a signed-in user is not asked to sign in again', async ({ signedIn, accounts }) => {
  const page = await signedIn(await accounts.owner())
  await page.goto('/login?redirect=%2Fnetwork%2Flists')
  await expect(page.getByRole('heading', { level: 1, name: '组网列表' })).toBeVisible()
})

test('a visitor who cannot read the picture lets the browser compute instead, with the keyboard alone', async ({ page }) => {
  await page.goto('/login')
  const form = new SignInPage(page)
  await expect(form.picture).toBeVisible()
  await form.password.focus()
  await tabTo(page, page.getByRole('button', { name: '看不清图片？改用计算验证' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: '改用图形验证码' })).toBeFocused()
  await expect(form.picture).toHaveCount(0)
  await expect(page.getByRole('progressbar')).toBeVisible()
})
