import type { Page } from '@playwright/test'
import { tabTo } from './keyboard.ts'
import { awaitLetter } from './outbox.ts'
import { expect } from './test.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/** The heading of the account's page names whose it is. */
export const home = (page: Page) => page.getByRole('heading', { level: 1, name: /^账号主页 / })

export const press = async (page: Page, name: string, key = 'Enter') => {
  await tabTo(page, button(page, name))
  await page.keyboard.press(key)
}

export const type = async (page: Page, label: string, text: string) => {
  await tabTo(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.type(text)
}

/** Requests a code with the keyboard and types it; the focus moves to the field by itself. */
export async function enterCode(page: Page, label: string, to: string): Promise<void> {
  const letter = await awaitLetter(page.request, to)
  await press(page, '获取验证码')
  const code = await letter.code()
  await expect(page.getByLabel(label, { exact: true })).toBeFocused()
  await expect(page.getByRole('button', { name: /^\d+ 秒后重试$/ })).toBeDisabled()
  await page.keyboard.type(code)
}

/** Proves the identity and waits for the second step. */
export async function prove(page: Page, label: string, to: string): Promise<void> {
  await enterCode(page, label, to)
  await page.keyboard.press('Enter')
  await expect(button(page, '提交')).toBeVisible()
}

export const email = () => `lin${Math.random().toString(36).slice(2, 10)}@example.com`
