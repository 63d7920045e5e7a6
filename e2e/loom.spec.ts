import type { Page } from '@playwright/test'
import { tabTo } from './keyboard.ts'
import { grid, row, withFaults } from './loom.ts'
import { picture } from './picture.ts'
import { expect, test } from './test.ts'

/** Returns the first cell of each row. */
const names = (page: Page) => grid(page).getByRole('rowheader').allTextContents()

test('the loom shows what needs attention first, why, and what helps', async ({ signedIn, accounts }) => {
  const { page, owner } = await withFaults(accounts, signedIn)
  const shown = await names(page)
  expect(shown[0]).toContain('需要处理')
  expect(shown[1]).toContain(owner.hardware[2])
  expect(shown[2]).toContain(owner.hardware[3])
  expect(shown[3]).toContain('中心')
  await expect(row(page, new RegExp(owner.hardware[2]!))).toContainText(/失联 \d+ 分钟/)
  const broken = row(page, new RegExp(owner.hardware[3]!)).getByRole('gridcell', { name: /：中断$/ })
  await expect(broken).toHaveCount(1)
  await broken.hover()
  const card = page.getByRole('dialog', { name: /^链路详情/ })
  await expect(card).toContainText(/中断 \d+ 分钟 · 自 (\d\d-\d\d )?\d\d:\d\d/)
  await expect(card).toContainText('影响：其余 1 条链路正常，业务未中断')
  await expect(card.getByRole('button', { name: '重新拨号' })).toBeVisible()
  await picture(page, 'loom-card')
  await row(page, new RegExp(owner.hardware[2]!))
    .getByRole('gridcell', { name: /：中断$/ })
    .first()
    .hover()
  await expect(card).toContainText('设备与平台失去联系')
  await expect(card).toContainText('影响：没有可用的链路，业务已中断')
  await expect(card.getByRole('button', { name: '查看排查步骤' })).toBeVisible()
  await page.mouse.move(0, 0)
  await expect(card).toHaveCount(0)
})

test('a user without a mouse goes from problem to problem, opens a card and returns, searches and leaves', async ({
  signedIn,
  accounts,
}) => {
  const { page, owner } = await withFaults(accounts, signedIn)
  await tabTo(page, grid(page).getByRole('rowheader', { name: /^需要处理/ }))
  await page.keyboard.press('n')
  await page.keyboard.press('n')
  const broken = row(page, new RegExp(owner.hardware[3]!)).getByRole('gridcell', { name: /：中断$/ })
  await expect(broken).toBeFocused()
  await page.keyboard.press('Enter')
  const card = page.getByRole('dialog', { name: /^链路详情/ })
  await expect(card).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(broken).toBeFocused()
  await page.keyboard.press('Control+End')
  await expect(grid(page).getByRole('row').last().getByRole('gridcell').last()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(grid(page).locator(':focus')).toHaveCount(0)
  await page.keyboard.press('/')
  await expect(page.getByRole('textbox', { name: '搜索站点或序列号' })).toBeFocused()
  await page.keyboard.type(owner.hardware[5]!)
  await expect(grid(page).getByRole('row')).toHaveCount(3)
})

test('views, groups and filters are in the address, and the loom fills the screen', async ({ signedIn, accounts }) => {
  const { page } = await withFaults(accounts, signedIn)
  await page.getByText('状态', { exact: true }).click()
  await expect(page).toHaveURL(/group=state/)
  await page.getByRole('button', { name: '需要处理 2' }).click()
  await expect(page).toHaveURL(/show=attention/)
  await expect(grid(page).getByRole('row')).toHaveCount(4)
  await page.reload()
  await expect(grid(page).getByRole('row')).toHaveCount(4)
  await page.getByRole('button', { name: '全屏', exact: true }).click()
  await expect.poll(async () => (await page.getByRole('region', { name: '经纬图' }).boundingBox())!.x).toBe(0)
  await page.getByRole('button', { name: '退出全屏' }).click()
  await page.getByText('连线图', { exact: true }).click()
  await expect(page).toHaveURL(/look=topology/)
  await expect(page.getByRole('application', { name: '拓扑图' })).toBeVisible()
  await page.getByText('列表', { exact: true }).click()
  await expect(page.getByRole('table')).toBeVisible()
})
