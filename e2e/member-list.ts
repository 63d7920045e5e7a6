import type { Page } from '@playwright/test'

/** The address of the list of software members. */
export const SOFTWARE = '/router/lists?type=2'
export const list = (page: Page) => page.getByRole('region', { name: /^(硬件|软件)?成员$/ })
export const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Ticks a member's row. */
export const mark = (page: Page, name: string) => page.getByRole('checkbox', { name: `选择 ${name}`, exact: true }).check()

/** Turns to a page of the list. */
export const turnTo = (page: Page, number: string) => page.getByRole('navigation', { name: '分页' }).getByTitle(number).click()

export async function search(page: Page, text: string): Promise<void> {
  const field = page.getByRole('searchbox', { name: '搜索名称、序列号或手机号' })
  await field.fill(text)
  await field.press('Enter')
}

/** Chooses an action from a menu of the page. */
export async function choose(page: Page, menu: string, item: string): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** The menu of a member's row. */
export const menuOf = (page: Page, name: string) => rowOf(page, name).getByRole('button', { name: /的更多操作$/ })

/** Chooses an action from the menu of a member's row. */
export async function chooseOf(page: Page, name: string, item: string): Promise<void> {
  await menuOf(page, name).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}
