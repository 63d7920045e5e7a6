import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { contract } from '@weft/contract'
import { button, expectAccessible } from './axe.ts'
import { expect, test } from './desk.ts'
import { openOperator } from './operators.ts'
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
  await page.goto('/tickets/all?waiting=1')
  await expect(heading(page, '全部工单')).toBeVisible()
  await page.getByRole('search').getByRole('searchbox').fill(ticket_number)
  await page.keyboard.press('Enter')
  // The ticket is in the list before the search, too, in another place.
  await expect(page.getByText('共 1 条')).toBeVisible()
  await expectAccessible(page, 'all tickets')
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
  await page.getByLabel('回复内容').press('Control+Shift+Enter')
  await button(page, '立即发送')
  await expect(customer.getByRole('log').getByText('请看图中的设置')).toBeVisible()
  await expect(enlarge(customer)).toHaveCount(1)

  // A colleague answers during the writing: the reply appears by itself, and nothing is sent before it is shown.
  const colleague = await desk('admin')
  await colleague.goto(`/tickets/detail?ticket_number=${ticket_number}`)
  await page.getByLabel('回复内容').fill('我再补充一句')
  await colleague.getByLabel('回复内容').fill('已安排工程师')
  await button(colleague, /^发\s*送$/)
  await button(colleague, '立即发送')
  await expect(page.getByRole('log').getByText('已安排工程师')).toBeVisible()
  await expect(page.getByText(/刚刚回复了客户，请看过再发$/)).toBeVisible()
  await button(page, /^发\s*送$/)
  await button(page, '立即发送')
  await expect(colleague.getByRole('log').getByText('我再补充一句')).toBeVisible()

  await button(page, '关闭工单')
  await page.getByRole('dialog').getByRole('button', { name: '关闭工单' }).click()
  await expect(page.getByText('工单已关闭，不能继续回复')).toBeVisible()
  await expect(customer.getByText('解决得怎么样？')).toBeVisible()
})

test('ten tickets are answered without the mouse, the one that is due first at the beginning', async ({
  desk,
  visitor,
  accounts,
  server,
}) => {
  const owner = await accounts.owner({})
  const customer = await customerPage(await visitor({ baseURL: server.console }), owner)
  const page = await desk('support')
  await page.goto('/')
  const username = await page.evaluate(() => JSON.parse(localStorage.getItem('weft.operator') ?? '{}').username as string)
  const operator = await openOperator(customer, server, accounts)
  const numbers: string[] = []
  for (let at = 1; at <= 10; at += 1) {
    const { ticket_number } = await callApi<{ ticket_number: string }>(customer, contract.supportTickets.create.path, {
      title: `第 ${at} 店断网`,
      content: '今天上午九点起无法访问。',
      type: 3,
    })
    await operator.give(ticket_number, username)
    numbers.push(ticket_number)
  }
  await page.goto('/tickets?view=mine')
  await expect(page.getByText('10 个工单等我们回复')).toBeVisible()
  await expectAccessible(page, 'the queue')
  await page.keyboard.press('j')
  await expect(heading(page, '第 1 店断网')).toBeFocused()
  await expectAccessible(page, 'a ticket beside the queue')
  for (let at = 1; at <= 10; at += 1) {
    await expect(heading(page, `第 ${at} 店断网`)).toBeFocused()
    await page.keyboard.press('r')
    await expect(page.getByLabel('回复内容')).toBeFocused()
    await page.keyboard.type(`第 ${at} 店请重启光猫`)
    await page.keyboard.press('Control+Enter')
  }
  await expect(page.getByText('待办清空了')).toBeVisible()
  // The last one is taken back, and sent again.
  await page.keyboard.press('Control+z')
  await expect(heading(page, '第 10 店断网')).toBeVisible()
  await expect(page.getByLabel('回复内容')).toHaveValue('第 10 店请重启光猫')
  await page.getByLabel('回复内容').press('Control+Enter')
  await expect(page.getByText('待办清空了')).toBeVisible()
  await button(page, '立即发送')
  await expect(page.getByText('今天回复 10 封')).toBeVisible()
  await customer.goto(`/ticket/detail?ticket_number=${numbers[9]}`)
  await expect(customer.getByRole('log').getByText('第 10 店请重启光猫')).toBeVisible()
})
