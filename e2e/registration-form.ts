import { randomBytes, randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { tabTo } from './keyboard.ts'
import { awaitLetter, texted } from './outbox.ts'
import { SignInPage } from './sessions.ts'
import { expect } from './test.ts'

export const PASSWORD = 'Orchard7'
export const newName = () => `r${randomBytes(4).toString('hex')}`
export const newPhone = () => `139${String(randomInt(100_000_000)).padStart(8, '0')}`
export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const waiting = (page: Page) => page.getByRole('button', { name: /^\d+ 秒后重试$/ })

export const type = async (page: Page, label: string, text: string) => {
  await tabTo(page, field(page, label))
  await page.keyboard.type(text)
}

/** Opens the form and fills in what comes before the contact. */
export async function fill(page: Page, username: string): Promise<void> {
  await page.goto('/register')
  await field(page, '昵称').fill('林晓')
  await field(page, '用户名').fill(username)
  await field(page, '密码').fill(PASSWORD)
  await field(page, '确认密码').fill(PASSWORD)
}

/** Fills in the form, requests a code and submits. */
export async function register(page: Page, username: string, phone: string): Promise<void> {
  await fill(page, username)
  await field(page, '手机号').fill(phone)
  const letter = await awaitLetter(page.request, texted(phone))
  await button(page, '获取验证码').click()
  await field(page, '短信验证码').fill(await letter.code())
  await page.getByRole('checkbox').check()
  await button(page, '注册').click()
}

/** Signs in and waits for the overview. */
export async function signIn(page: Page, username: string, password = PASSWORD): Promise<void> {
  const form = new SignInPage(page)
  await page.goto('/login')
  await form.enter({ username, password })
  await form.submit.click()
  await expect(page.getByRole('heading', { level: 1, name: '概览' })).toBeVisible()
}
