import type { Page } from '@playwright/test'
import { expect } from './test.ts'

export const available = (page: Page) => page.getByRole('list', { name: '可选成员' })
export const centers = (page: Page) => page.getByRole('list', { name: '中心成员' })
export const points = (page: Page) => page.getByRole('list', { name: '分支成员' })
export const member = (page: Page, name: string) => available(page).getByRole('checkbox', { name })
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Opens the page for creating a network. */
export const create = async (page: Page) => {
  await page.goto('/network/create')
  await expect(page.getByLabel('组网名称')).toBeFocused()
}

export const detail = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
