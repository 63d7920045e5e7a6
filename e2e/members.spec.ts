import type { Page } from '@playwright/test'
import { createNetwork } from './sessions.ts'
import { expect, test } from './test.ts'

const SOFTWARE = '/router/lists?type=2'
const list = (page: Page) => page.getByRole('region', { name: /^(硬件|软件)?成员$/ })
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const mark = (page: Page, name: string) => page.getByRole('checkbox', { name: `选择 ${name}`, exact: true }).check()
const turnTo = (page: Page, number: string) => page.getByRole('navigation', { name: '分页' }).getByTitle(number).click()

async function search(page: Page, text: string): Promise<void> {
  const field = page.getByRole('searchbox', { name: '搜索名称、序列号或手机号' })
  await field.fill(text)
  await field.press('Enter')
}

async function choose(page: Page, menu: string, item: string): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** The menu of a member's row. */
const menuOf = (page: Page, name: string) => rowOf(page, name).getByRole('button', { name: /的更多操作$/ })

async function chooseOf(page: Page, name: string, item: string): Promise<void> {
  await menuOf(page, name).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test('members are found by two characters of a name, and kind, page and search survive a reload', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner({ hardware: 1, software: 12, services: { software_member: 20 } })
  const page = await signedIn(owner)
  await page.goto('/router/lists')
  await expect(rowOf(page, owner.hardware[0]!)).toContainText('等待首次上线')
  await page.getByRole('button', { name: /^软件 / }).click()
  await expect(list(page).getByText('共 12 条')).toBeVisible()
  await turnTo(page, '2')
  await expect(page.getByRole('checkbox', { name: /^选择 / })).toHaveCount(2)
  await page.reload()
  await expect(page.getByRole('checkbox', { name: /^选择 / })).toHaveCount(2)
  await expect(page).toHaveURL(/\?type=2&page=2$/)
  await search(page, '上海')
  await expect(list(page).getByText('共 2 条')).toBeVisible()
  await expect(rowOf(page, 'user2@')).toContainText('上海员工2')
  await page.reload()
  await expect(page.getByRole('searchbox')).toHaveValue('上海')
  await expect(list(page).getByText('共 2 条')).toBeVisible()
  await page.getByRole('button', { name: /^硬件 / }).click()
  await expect(page.getByText('没有符合条件的硬件成员')).toBeVisible()
})

test('one member is deleted by typing its name, several by the phrase, and the last center stays', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner({ hardware: 2, software: 3 })
  const page = await signedIn(owner)
  await createNetwork(page, '总部网', { center: owner.hardware.slice(0, 1), point: owner.hardware.slice(1) })
  await page.goto('/router/lists')
  await chooseOf(page, owner.hardware[0]!, '删除')
  await dialog(page, '删除成员').getByRole('textbox').fill(owner.hardware[0]!)
  await page.keyboard.press('Enter')
  await expect(dialog(page, '删除成员').getByRole('alert').last()).toContainText('总部网')
  await page.keyboard.press('Escape')

  await page.goto(SOFTWARE)
  await chooseOf(page, owner.software[0]!, '删除')
  await dialog(page, '删除成员').getByRole('textbox').fill(owner.software[0]!)
  await page.keyboard.press('Enter')
  await expect(page.getByText('删除成功')).toBeVisible()
  await expect(list(page).getByText('共 2 条')).toBeVisible()
  await expect(page.getByRole('region', { name: '软件成员' })).toBeFocused()

  await choose(page, '更多操作', '按列表批量删除')
  await expect(page.getByText('请至少选择 1 个成员')).toBeVisible()
  for (const name of owner.software.slice(1)) await mark(page, name)
  await choose(page, '更多操作', '按列表批量删除')
  const typed = dialog(page, '批量删除').getByLabel('请输入 确认删除 以确认')
  await typed.fill('确认')
  await expect(dialog(page, '批量删除').getByRole('button', { name: '删除', exact: true })).toBeDisabled()
  await typed.fill('确认删除')
  await page.keyboard.press('Enter')
  await expect(dialog(page, '删除结果').getByText('已删除 2 个成员')).toBeVisible()
  await dialog(page, '删除结果').locator('.ant-modal-footer').getByRole('button', { name: '关闭' }).click()
  await expect(list(page).getByText('暂无软件成员')).toBeVisible()
})

test('a member is disabled with the keyboard alone, from its menu to the answer and back', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner({ software: 1 })
  const page = await signedIn(owner)
  await page.goto(SOFTWARE)
  const menu = menuOf(page, owner.software[0]!)
  const question = dialog(page, '停用成员')
  const ask = async () => {
    await menu.press('Enter')
    await expect(page.getByRole('menuitem', { name: '停用' })).toBeVisible()
    await page.keyboard.press('Tab')
    // The menu begins with its first item, and later with the one that was chosen last.
    const focused = page.locator('[role="menuitem"]:focus')
    for (let text = await focused.innerText(); text !== '停用'; text = await focused.innerText()) {
      await page.keyboard.press('ArrowDown')
      await expect(focused).not.toHaveText(text)
    }
    await page.keyboard.press('Enter')
    await expect(question.getByRole('button', { name: '取消' })).toBeFocused()
  }
  await ask()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await ask()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('停用成功')).toBeVisible()
  await expect(menu).toBeFocused()
})
