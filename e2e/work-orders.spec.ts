import type { Page } from '@playwright/test'
import { follow } from './axe.ts'
import { tabTo } from './keyboard.ts'
import { openOperator } from './operators.ts'
import { callApi, createNetwork } from './sessions.ts'
import { expect, test } from './test.ts'

const named = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const unassigned = (page: Page) => page.getByRole('list', { name: '未分配成员' })
/** Moves the focus to a button and presses it. */
const press = async (page: Page, name: string) => {
  await tabTo(page, named(page, name).first())
  await page.keyboard.press('Enter')
}

test('POP access is requested with the keyboard alone, opened by an operator, and ended again', async ({ signedIn, accounts, server }) => {
  const owner = await accounts.owner({ hardware: 3, software: 1 })
  const page = await signedIn(owner)
  const operator = await openOperator(page, server, accounts)
  const { id, region } = await operator.pop()
  const network_number = await createNetwork(page, '华东生产网', {
    center: owner.hardware.slice(0, 1),
    point: [...owner.hardware.slice(1), ...owner.software],
  })

  await page.goto('/network/ticket_lists')
  await expect(page.getByText('暂无组网工单')).toBeVisible()
  await press(page, '申请 POP 接入')
  const dialog = page.getByRole('dialog', { name: '申请 POP 接入' })
  await expect(dialog.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('华东')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await press(page, '下一步')

  await expect(heading(page, '申请 POP 接入')).toBeFocused()
  await press(page, '下一步')
  await expect(page.getByText('请至少选择一项')).toBeVisible()
  await tabTo(page, page.getByRole('checkbox', { name: region }))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('slider', { name: '带宽' }))
  await page.keyboard.press('Shift+Tab')
  await expect(page.getByRole('radio', { name: '1 年' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await page.keyboard.press('End')
  await expect(page.getByRole('spinbutton', { name: '带宽' })).toHaveValue('200')
  await page.keyboard.press('Home')
  await tabTo(page, page.getByRole('spinbutton', { name: '带宽' }))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('120')
  await press(page, '下一步')

  // A list is one Tab stop; the arrow keys move between its rows.
  await expect(page.getByText('返回上一步将清空已分配成员')).toBeVisible()
  await tabTo(page, unassigned(page).getByRole('checkbox').first())
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(page.getByText('已选 2 项')).toBeVisible()
  await press(page, '分配到…')
  await expect(page.getByRole('menuitem', { name: region })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: `${region}（2）` })).toBeVisible()
  await expect(named(page, '分配到…')).toBeFocused()
  const given = page.getByRole('list', { name: region }).getByRole('button', { name: /^移回/ })
  await tabTo(page, given.first())
  await page.keyboard.press('Enter')
  await expect(given).toHaveCount(1)
  await expect(given.first()).toBeFocused()
  await press(page, '下一步')
  await expect(page.getByRole('table', { name: '成员分配' }).getByRole('row', { name: region })).toContainText(owner.hardware[1]!)
  await press(page, '提交')
  await expect(page.getByText('提交成功')).toBeVisible()
  await expect(page).toHaveURL('/network/ticket_lists')
  await expect(page.getByText('待处理')).toBeVisible()

  const [{ network_ticket_number }] = await callApi<[{ network_ticket_number: string }]>(page, 'network/ticket_lists')
  const { attributes } = await callApi<{ attributes: object }>(page, `network/ticket_view?network_ticket_number=${network_ticket_number}`)
  expect(attributes).toMatchObject({ bandwidth: 120, expired_time: 2, pop_conf: { [region]: [owner.hardware[1]] } })

  // Another order of the same network has to wait, and the page names the open one.
  await follow(page, `/network/ticket_create?network_number=${network_number}`)
  await expect(page.getByText(`该组网已有未完成的工单 ${network_ticket_number}`)).toBeVisible()
  await page.getByRole('link', { name: '查看工单' }).click()
  await expect(heading(page, '接入 POP · 华东生产网')).toBeFocused()

  await operator.accept(network_ticket_number)
  await operator.complete(network_ticket_number, [id])
  await follow(page, '/network/fr_lists')
  await expect(page.getByText('有效', { exact: true })).toBeVisible()
  await expect(page.getByText('120 Mbit/s')).toBeVisible()
  await page.getByRole('button', { name: /的详情$/ }).click()
  const regions = page.getByRole('table', { name: /的区域$/ })
  await expect(regions.getByRole('row', { name: region })).toContainText(owner.hardware[1]!)
  await page.getByRole('link', { name: '华东生产网' }).first().click()
  await expect(heading(page, '华东生产网')).toBeVisible()
  await expect(page.getByText('POP 组网', { exact: true }).first()).toBeVisible()

  await follow(page, '/network/ticket_lists')
  await expect(page.getByText('已完成')).toBeVisible()
  await named(page, `取消工单 ${network_ticket_number}`).click()
  const question = page.getByRole('dialog', { name: '取消工单' })
  await expect(question).toContainText('取消后，该工单开通的 POP 接入将立即终止')
  await question.getByRole('button', { name: '取消工单' }).click()
  await expect(page.getByText('取消成功')).toBeVisible()
  await expect(page.getByText('已取消')).toBeVisible()
  await follow(page, '/network/fr_lists')
  await expect(page.getByText('已过期')).toBeVisible()
  await expect(page.getByRole('link', { name: '华东生产网' })).toHaveCount(0)
  await follow(page, `/network/detail?network_number=${network_number}`)
  await expect(page.getByText('中心 – 分支', { exact: true }).first()).toBeVisible()
})
