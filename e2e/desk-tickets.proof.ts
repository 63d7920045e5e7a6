import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { contract } from '@weft/contract'
import { button, expectAccessible, follow } from './axe.ts'
import { expect, test } from './desk.ts'
import { openOperator } from './operators.ts'
import { callApi, createNetwork, customerPage } from './sessions.ts'

const PICTURE = resolve(import.meta.dirname, '../handbook/01-account/images/sign-in.png')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const text = (page: Page) => page.getByRole('textbox', { name: '内容' })

test('a work order is accepted and completed only once', async ({ desk, visitor, accounts, server }) => {
  const owner = await accounts.owner({ hardware: 2 })
  const customer = await customerPage(await visitor({ baseURL: server.console }), owner)
  const { region } = await (await openOperator(customer, server, accounts)).pop()
  const [center, point] = owner.hardware
  const network_number = await createNetwork(customer, '华东生产网', { center: [center!], point: [point!] })
  const { network_ticket_number } = await callApi<{ network_ticket_number: string }>(customer, contract.workOrders.create.path, {
    network_number,
    network_ticket_type: 1001,
    ticket: { pop: [region], expired_time: 1, bandwidth: 50 },
    pop_conf: { [region]: [point] },
  })

  const page = await desk('network')
  await page.goto(`/work-orders?account_number=${owner.account_number}`)
  await page.getByRole('link', { name: network_ticket_number }).click()
  const colleague = await desk('admin')
  await colleague.goto(`/work-orders/detail?network_ticket_number=${network_ticket_number}`)
  await expect(colleague.getByRole('button', { name: '受理工单' })).toBeVisible()
  await button(page, '受理工单')
  await page.getByRole('dialog').getByRole('button', { name: '受理工单' }).click()
  await expect(page.getByText('受理成功')).toBeVisible()
  // The second operator is refused and sees the current state.
  await button(colleague, '受理工单')
  await colleague.getByRole('dialog').getByRole('button', { name: '受理工单' }).click()
  await expect(colleague.getByText('工单当前状态不支持此操作')).toBeVisible()
  await expect(colleague.getByRole('heading', { name: '完成工单' })).toBeVisible()
  await page.getByRole('combobox', { name: `${region} 的 POP` }).click()
  await page.getByTitle(`${region}（剩余 1000000 Mbit/s）`).click()
  await expectAccessible(page, 'an order being completed')
  await button(page, '完成工单')
  await page.getByRole('dialog').getByRole('button', { name: '完成工单' }).click()
  await expect(page.getByText('工单已完成，POP 资源已开通')).toBeVisible()
  await expect(page.getByText('已完成').first()).toBeVisible()
  await customer.goto('/network/fr_lists')
  await expect(customer.getByText('华东生产网').first()).toBeVisible()
})

test('an announcement is written with the keyboard and a picture, and read in the console', async ({ desk, visitor, accounts, server }) => {
  const owner = await accounts.owner({})
  const title = `维护通知 ${owner.username}`
  const page = await desk('support')
  await page.goto('/announcements/create')
  await page.getByLabel('标题').fill(title)
  await page.getByLabel('标签').fill('维护')
  await text(page).click()
  await page.keyboard.type('骨干网升级')
  // Moves from the text to its toolbar and back.
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Alt+F10')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: '加粗' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(text(page).locator('strong')).toHaveText('骨干网升级')
  await page.keyboard.press('End')
  const chosen = page.waitForEvent('filechooser')
  await button(page, '插入图片')
  await (await chosen).setFiles(PICTURE)
  await page.getByRole('dialog').getByLabel('图片说明').fill('升级范围')
  await page.getByRole('dialog').getByRole('button', { name: '插入', exact: true }).click()
  await expect(text(page).getByRole('img', { name: '升级范围' })).toBeVisible()
  await expectAccessible(page, 'an announcement being written')
  await button(page, /^发\s*布$/)
  await expect(heading(page, '公告')).toBeVisible()
  await page.getByRole('search').getByRole('searchbox').fill(title)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: title, exact: true })).toBeVisible()
  await expectAccessible(page, 'announcements')

  const customer = await customerPage(await visitor({ baseURL: server.console }), owner)
  await customer.goto('/account/announcements')
  await customer.getByRole('link', { name: title }).first().click()
  await expect(customer.locator('strong', { hasText: '骨干网升级' })).toBeVisible()
  await expect(customer.getByRole('img', { name: '升级范围' })).toBeVisible()
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
  await page.getByRole('button', { name: /^分配/ }).click()
  await page.getByRole('menuitem', { name: '由我处理' }).click()
  await expect(page.getByText('处理人已修改')).toBeVisible()
  await page.getByRole('combobox', { name: '优先级' }).click()
  await page.getByTitle('紧急').click()
  await expect(page.getByText('优先级已修改')).toBeVisible()
  await page.getByRole('tab', { name: '内部备注' }).click()
  await page.getByRole('textbox', { name: '备注' }).fill('同一条光缆')
  await button(page, '添加备注')
  await expect(page.getByRole('log').getByText('同一条光缆')).toBeVisible()
  await expectAccessible(page, 'a ticket with an assignee and a note')

  // A colleague looks at the same ticket: what they do with an old view is refused, with who was faster.
  const colleague = await desk('admin')
  await colleague.goto(`/tickets/detail?ticket_number=${number}`)
  await expect(colleague.getByRole('log').getByText('同一条光缆')).toBeVisible()

  await follow(page, '/tickets/all?assignee=me&priority=4')
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
  await follow(page, '/tickets/all?deleted=1')
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
