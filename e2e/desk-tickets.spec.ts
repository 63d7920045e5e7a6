import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { contract } from '@weft/contract'
import { button, expectAccessible, follow } from './axe.ts'
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
  await expect(page.getByRole('link', { name: `打印机离线 ${owner.username}` })).toBeVisible()
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
  await expect(customer.getByText('工单已关闭，不能继续回复').first()).toBeVisible()
})

test('a ticket is taken, given priority, noted upon, merged and brought back from the bin', async ({ desk, visitor, accounts, server }) => {
  const owner = await accounts.owner({})
  const customer = await customerPage(await visitor({ baseURL: server.console }), owner)
  const open = async (title: string) =>
    (
      await callApi<{ ticket_number: string }>(customer, contract.supportTickets.create.path, {
        title: `${title} ${owner.username}`,
        content: '今天上午九点起无法访问，请尽快查看。',
        type: 3,
      })
    ).ticket_number
  const into = await open('总部断网')
  const number = await open('分店断网')

  const page = await desk('support')
  await page.goto(`/tickets/detail?ticket_number=${number}`)
  await expect(heading(page, `分店断网 ${owner.username}`)).toBeVisible()
  await button(page, '分配')
  await page.getByRole('menuitem', { name: '由我处理' }).click()
  await expect(page.getByText('处理人已修改')).toBeVisible()
  await page.getByRole('combobox', { name: '优先级' }).click()
  await page.getByTitle('紧急').click()
  await expect(page.getByText('优先级紧急', { exact: true })).toBeVisible()
  await page.getByRole('textbox', { name: '备注' }).fill('同一条光缆')
  await button(page, '添加备注')
  await expect(page.getByRole('list', { name: '内部备注' }).getByText('同一条光缆')).toBeVisible()
  await expectAccessible(page, 'a ticket with an assignee and a note')

  // A colleague looks at the same ticket: what they do with an old view is refused, with who was faster.
  const colleague = await desk('admin')
  await colleague.goto(`/tickets/detail?ticket_number=${number}`)
  await expect(colleague.getByRole('list', { name: '内部备注' }).getByText('同一条光缆')).toBeVisible()

  await follow(page, '/tickets?assignee=me&priority=4')
  await page.getByRole('search').getByRole('searchbox').fill(number)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: `分店断网 ${owner.username}` })).toBeVisible()
  await expectAccessible(page, 'the tickets of an operator')
  await page.getByRole('link', { name: `分店断网 ${owner.username}` }).click()

  await button(page, '更多操作')
  await page.getByRole('menuitem', { name: '合并到其他工单' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: '目标工单' }).click()
  await page.getByTitle(`${into} 总部断网 ${owner.username}`).click()
  await expectAccessible(page, 'a merge')
  await dialog.getByRole('button', { name: /^合\s*并$/ }).click()
  await expect(page.getByText('合并成功，客户已收到通知')).toBeVisible()
  await expect(page.getByRole('link', { name: into })).toBeVisible()
  await expect(colleague.getByText('工单已关闭，不能继续回复')).toBeVisible()
  await customer.goto(`/ticket/detail?ticket_number=${number}`)
  await customer.getByRole('link', { name: into }).click()
  await expect(customer.getByRole('log').getByText(`来自合并的工单 ${number}`)).toBeVisible()
  await expect(customer.getByText('同一条光缆')).toHaveCount(0)
  await expectAccessible(customer, 'a ticket with another one in it')

  await callApi(customer, contract.supportTickets.delete.path, { ticket_number: into })
  await follow(page, '/tickets?deleted=1')
  await page.getByRole('search').getByRole('searchbox').fill(into)
  await page.keyboard.press('Enter')
  const link = page.getByRole('link', { name: `总部断网 ${owner.username}` })
  await expect(page.getByRole('row', { name: /总部断网/ }).getByText('客户已删除')).toBeVisible()
  await expectAccessible(page, 'the bin')
  await link.click()
  await button(page, '恢复工单')
  await page.getByRole('dialog').getByRole('button', { name: '恢复工单' }).click()
  await expect(page.getByText('恢复成功，客户已收到通知')).toBeVisible()
  await expect(page.getByLabel('回复内容')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'a ticket at the desk, narrow')
  await follow(customer, '/ticket/lists')
  await expect(customer.getByRole('link', { name: `总部断网 ${owner.username}`, exact: true })).toBeVisible()
})
