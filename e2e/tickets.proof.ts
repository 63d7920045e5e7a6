import type { Page } from '@playwright/test'
import { contract } from '@weft/contract'
import { expectAccessible, follow, settled } from './axe.ts'
import { openOperator } from './operators.ts'
import { callApi } from './sessions.ts'
import { expect, test } from './test.ts'

test('the list has tabs with counts, finds what was written and marks an answer until it is read, in every tab', async ({
  signedIn,
  accounts,
  server,
}) => {
  const owner = await accounts.owner({})
  const page = await signedIn(owner)
  const operator = await openOperator(page, server, accounts)
  const open = async (title: string, content: string) =>
    (await callApi<{ ticket_number: string }>(page, contract.supportTickets.create.path, { title, content, type: 3 })).ticket_number
  const number = await open('打印机离线', '今天上午九点起，静安店的打印机无法访问。')
  const closed = await open('摄像头离线', '交换机的指示灯全部熄灭了。')
  await callApi(page, contract.supportTickets.close.path, { ticket_number: closed })
  const tab = (of: Page, name: string) => of.locator('.ticket-tab', { hasText: name })

  await settled(page, '/ticket/lists', '售后工单')
  await expect(tab(page, '全部')).toHaveText('全部2')
  await expect(tab(page, '未结')).toHaveText('未结1')
  await tab(page, '已解决').click()
  await expect(page).toHaveURL(/status=3/)
  await expect(page.getByRole('link', { name: '打印机离线', exact: true })).toHaveCount(0)
  await tab(page, '全部').click()
  await page.getByRole('search').getByRole('searchbox').fill('指示灯')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: '打印机离线', exact: true })).toHaveCount(0)
  await expect(page.getByRole('link', { name: '摄像头离线', exact: true })).toBeVisible()
  await expect(tab(page, '全部')).toHaveText('全部1')

  await operator.answer(number, '请重启路由器后再试。')
  await operator.answer(number, '或者更换网线。')
  const other = await page.context().newPage()
  await settled(other, '/ticket/lists', '售后工单')
  const row = other.getByRole('row', { name: /打印机离线/ })
  await expect(row.getByText('新回复')).toBeAttached()
  await expect(row.getByText('客服')).toBeVisible()
  await expect(other.getByRole('link', { name: /条未读/ })).toHaveAccessibleName('我的消息，1 条未读')
  await expectAccessible(other, 'a list with an answer')
  await follow(page, '/account/message')
  await expect(page.getByText(/^\d+ 打印机离线：客服回复了您$/)).toHaveCount(1)
  // Hold back the page's event socket until the page has loaded the ticket, which marks the answers as read.
  await page.route(`**/${contract.login.socket_ticket.path}`, async (route) => {
    await expect(page.getByRole('log').getByText('或者更换网线。')).toBeVisible()
    await route.continue()
  })
  await page.goto(`/ticket/detail?ticket_number=${number}`)
  await expect(page.getByRole('log').getByText('或者更换网线。')).toBeVisible()
  await expect(row.getByText('新回复')).toHaveCount(0)
  for (const one of [page, other]) await expect(one.getByRole('link', { name: /我的消息/ })).toHaveAccessibleName('我的消息，0 条未读')

  await other.setViewportSize({ width: 390, height: 844 })
  await expect(tab(other, '等您回复')).toHaveText('等您回复1')
  await expectAccessible(other, 'a list with tabs, narrow')
})
