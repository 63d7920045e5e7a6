import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { contract } from '@weft/contract'
import { button, expectAccessible } from './axe.ts'
import { expect, test } from './desk.ts'
import { callApi, customerPage } from './sessions.ts'

const PICTURE = resolve(import.meta.dirname, '../handbook/01-account/images/sign-in.png')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const enlarge = (page: Page) => page.getByRole('button', { name: /^查看大图/ })

test('a ticket is answered with a picture that the customer sees at once, and two operators do not answer at cross-purposes', async ({
  desk,
  visitor,
  accounts,
  server,
}) => {
  const owner = await accounts.owner({})
  const customer = await customerPage(await visitor({ baseURL: server.console }), owner)
  const { ticket_number } = await callApi<{ ticket_number: string }>(customer, contract.supportTickets.create.path, {
    title: `打印机离线 ${owner.username}`,
    content: '今天上午九点起无法访问。<b>急</b>',
    type: 3,
  })
  await customer.goto(`/ticket/detail?ticket_number=${ticket_number}`)

  const page = await desk('support')
  await page.goto('/tickets?waiting=1')
  await expect(heading(page, '售后工单')).toBeVisible()
  await page.getByRole('search').getByRole('searchbox').fill(ticket_number)
  await page.keyboard.press('Enter')
  // The ticket is in the list before the search, too, in another place.
  await expect(page.getByText('共 1 条')).toBeVisible()
  await expectAccessible(page, 'the queue')
  await page.getByRole('link', { name: `打印机离线 ${owner.username}` }).click()
  await expect(page.getByText('今天上午九点起无法访问。<b>急</b>')).toBeVisible()

  // A reply in progress survives a reload.
  await page.getByLabel('回复内容').fill('请看图中的设置')
  const chosen = page.waitForEvent('filechooser')
  await button(page, '添加图片')
  await (await chosen).setFiles(PICTURE)
  await expect(enlarge(page)).toHaveCount(1)
  await page.reload()
  await expect(page.getByText('已恢复未发送的内容')).toBeVisible()
  await expect(page.getByLabel('回复内容')).toHaveValue('请看图中的设置')
  await expect(enlarge(page)).toHaveCount(1)
  await expectAccessible(page, 'a ticket')
  await page.keyboard.press('Escape')
  await page.getByLabel('回复内容').press('Control+Enter')
  await expect(page.getByText('回复成功，客户已收到通知')).toBeVisible()
  await expect(customer.getByRole('log').getByText('请看图中的设置')).toBeVisible()
  await expect(enlarge(customer)).toHaveCount(1)

  // A colleague answers during the writing: the reply appears by itself, and nothing is sent before it is shown.
  const colleague = await desk('admin')
  await colleague.goto(`/tickets/detail?ticket_number=${ticket_number}`)
  await page.getByLabel('回复内容').fill('我再补充一句')
  await colleague.getByLabel('回复内容').fill('已安排工程师')
  await button(colleague, '回复')
  await expect(page.getByRole('log').getByText('已安排工程师')).toBeVisible()
  await expect(page.getByText('有新的回复，请查看后再发送')).toBeVisible()
  await button(page, '回复')
  await expect(colleague.getByRole('log').getByText('我再补充一句')).toBeVisible()

  await button(page, '关闭工单')
  await page.getByRole('dialog').getByRole('button', { name: '关闭工单' }).click()
  await expect(page.getByText('工单已关闭，不能继续回复')).toBeVisible()
  await expect(customer.getByText('解决得怎么样？')).toBeVisible()
})
