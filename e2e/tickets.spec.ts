import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { button, expectAccessible, moved, over } from './axe.ts'
import { tabTo } from './keyboard.ts'
import { openOperator } from './operators.ts'
import { expect, test } from './test.ts'

const PICTURE = resolve(import.meta.dirname, '../handbook/01-account/images/sign-in.png')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const enlarge = (page: Page) => page.getByRole('button', { name: /^查看大图/ })

/** Pastes the picture into the focused element, like a screenshot. */
const paste = (page: Page, bytes: string) =>
  page.evaluate((base64) => {
    const data = new DataTransfer()
    const content = Uint8Array.from(atob(base64), (character) => character.codePointAt(0)!)
    data.items.add(new File([content], 'image.png', { type: 'image/png' }))
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, bytes)

test('a ticket is submitted with pictures, answered while its page is open, and closed with a rating', async ({
  signedIn,
  accounts,
  server,
}) => {
  const owner = await accounts.owner({})
  const page = await signedIn(owner)
  const operator = await openOperator(page, server, accounts)

  // Opens the tickets from another page, with the keyboard alone.
  await page.goto('/account/message')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await tabTo(page, page.getByRole('link', { name: '工单' }).first())
  await page.keyboard.press('Enter')
  await expect(heading(page, '售后工单')).toBeFocused()
  await expect(page.getByText('还没有工单')).toBeVisible()
  await expectAccessible(page, 'no tickets')
  await button(page, '提交工单')

  await expect(heading(page, '提交工单')).toBeFocused()
  await button(page, '提交')
  await expect(page.getByText('请选择问题类型')).toBeVisible()
  await page.getByLabel('工单标题').fill('门店打印机离线')
  await page.getByLabel('智能设备').check()
  await page.getByLabel('问题描述').fill('今天上午九点起，静安店的打印机无法访问。<b>急</b>')
  const chosen = page.waitForEvent('filechooser')
  await button(page, '添加图片')
  await (await chosen).setFiles(PICTURE)
  await expect(enlarge(page)).toHaveCount(1)
  await page.getByLabel('问题描述').focus()
  await paste(page, readFileSync(PICTURE).toString('base64'))
  await expect(enlarge(page)).toHaveCount(2)
  await expectAccessible(page, 'a ticket being written')

  // Typed text survives a reload of the page.
  await page.reload()
  await expect(page.getByText('已恢复上次未提交的内容')).toBeVisible()
  await expect(page.getByLabel('工单标题')).toHaveValue('门店打印机离线')
  await expect(enlarge(page)).toHaveCount(2)
  await button(page, '提交')
  await expect(page.getByText('工单已提交，请耐心等待回复')).toBeVisible()
  await expect(heading(page, '售后工单')).toBeVisible()
  await expectAccessible(page, 'a list of tickets')

  await page.getByRole('link', { name: '门店打印机离线', exact: true }).click()
  await expect(heading(page, '门店打印机离线')).toBeVisible()
  await expect(page.getByText('<b>急</b>')).toBeVisible()
  const shown = enlarge(page).first().locator('img')
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await over(page, 'a picture of a ticket', () => enlarge(page).first().click())

  // An operator answers: the open page shows it by itself, which also reads the message about it.
  const number = new URL(page.url()).searchParams.get('ticket_number')!
  await operator.answer(number, '请重启路由器后再试。')
  await expect(page.getByRole('log').getByText('请重启路由器后再试。')).toBeVisible()
  await expect(page.getByText('等您回复').first()).toBeVisible()
  await page.getByLabel('回复内容').fill('重启后好了')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('log').getByText('重启后好了')).toBeVisible()
  await expectAccessible(page, 'a ticket with an answer')

  // Reading the answer was enough: the bell counts nothing any more.
  await expect(page.getByRole('link', { name: /条未读/ })).toHaveAccessibleName(/[^\d]0 条未读/)

  await button(page, '已解决，关闭')
  await expect(page.getByText('解决得怎么样？')).toBeVisible()
  await expect(page.getByLabel('回复内容')).toHaveCount(0)
  await expectAccessible(page, 'a closed ticket')
  await button(page, '没有解决，重新打开')
  await expect(page.getByLabel('回复内容')).toBeVisible()

  await button(page, '更多操作')
  await page.getByRole('menuitem', { name: '关闭问题并评价' }).click()
  await tabTo(page, page.getByRole('radio', { name: '1 星，非常不满意' }))
  for (let star = 1; star < 5; star++) await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('radio', { name: '5 星，非常满意' })).toBeChecked()
  await expectAccessible(page, 'a ticket being rated')
  await button(page, '关闭并评价')
  await expect(page.getByRole('img', { name: '5 星，非常满意' })).toBeVisible()
  await expect(page.getByLabel('回复内容')).toHaveCount(0)

  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'a rated ticket, narrow')
  await moved(page, '/ticket/create', '提交工单')
  await expectAccessible(page, 'a new ticket, narrow')
  await moved(page, '/ticket/lists', '售后工单')
  await expect(page.getByText('已评价')).toBeVisible()
  await expectAccessible(page, 'a list of tickets, narrow')
  await button(page, '删除 门店打印机离线')
  await page.getByRole('tooltip').getByRole('button', { name: '删除' }).click()
  await expect(page.getByText('还没有工单')).toBeVisible()
})
