import type { Page } from '@playwright/test'
import { choose, chooseOf, dialog, list, mark, menuOf, rowOf, search, SOFTWARE, turnTo } from './member-list.ts'
import { createNetwork } from './sessions.ts'
import { expect, test } from './test.ts'

test('members are found by two characters of a name, and kind, page and search survive a reload', async ({ signedIn, accounts }) => {
  const owner = await accounts.owner({ hardware: 1, software: 12, services: { software_member: 20 } })
  const page = await signedIn(owner)
  await page.goto('/router/lists')
  await expect(rowOf(page, owner.hardware[0]!)).toContainText('等待首次上线')
  await page.getByRole('tab', { name: /^软件成员/ }).click()
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
  await page.getByRole('tab', { name: /^硬件成员/ }).click()
  await expect(page.getByText('没有符合条件的硬件成员')).toBeVisible()
})

/** Presses Enter in a question once it says what is lost: until then Enter does nothing. */
async function confirmed(page: Page, question: string): Promise<void> {
  await expect(dialog(page, question).locator('.ant-btn-loading')).toHaveCount(0)
  await page.keyboard.press('Enter')
}

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
  await confirmed(page, '删除成员')
  await expect(page.getByText('删除成功')).toBeVisible()
  await expect(list(page).getByText('共 2 条')).toBeVisible()
  await expect(page.getByRole('region', { name: '软件成员' })).toBeFocused()

  await choose(page, '更多操作', '按列表批量删除')
  await expect(page.getByText('请至少选择 1 个软件成员')).toBeVisible()
  for (const name of owner.software.slice(1)) await mark(page, name)
  await choose(page, '更多操作', '按列表批量删除')
  const typed = dialog(page, '批量删除').getByLabel('请输入 确认删除 以确认')
  await typed.fill('确认')
  await expect(dialog(page, '批量删除').getByRole('button', { name: '删除', exact: true })).toBeDisabled()
  await typed.fill('确认删除')
  await confirmed(page, '批量删除')
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

test('on a phone ten members are no higher than 800 px, the rest of each is behind it, and no field is zoomed into', async ({
  signedIn,
  accounts,
}) => {
  const owner = await accounts.owner({ software: 10, services: { software_member: 20 } })
  const page = await signedIn(owner, { viewport: { width: 390, height: 844 }, hasTouch: true })
  await page.goto(SOFTWARE)
  const rows = list(page).getByRole('list').first()
  await expect(rows.getByRole('checkbox')).toHaveCount(10)
  expect((await rows.boundingBox())!.height).toBeLessThanOrEqual(800)
  const first = rows.getByRole('listitem').first()
  await expect(first.getByText('所属组网')).toBeHidden()
  await first.getByTitle('更多信息').click()
  await expect(first.getByText('所属组网')).toBeVisible()
  const sizes = await page
    .locator('input, textarea, select')
    .evaluateAll((fields) => fields.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)))
  expect(sizes.length).toBeGreaterThan(0)
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16)
})
