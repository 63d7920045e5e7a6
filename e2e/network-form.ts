import type { Page } from '@playwright/test'
import type { Owner } from './accounts.ts'
import { createNetwork } from './sessions.ts'
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

/** Opens the page for managing the members of a network. */
export const manage = async (page: Page, network_number: string) => {
  await page.goto(`/network/edit?network_number=${network_number}`)
  await expect(available(page)).toBeVisible()
}

/** Creates a network of a hub and two branches, and returns its number. */
export async function threeMembers(owner: Owner, page: Page): Promise<string> {
  const [hub, ...branches] = owner.hardware
  return createNetwork(page, '总部—门店', { center: [hub!], point: branches.slice(0, 2) })
}
