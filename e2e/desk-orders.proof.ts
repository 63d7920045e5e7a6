import type { Page } from '@playwright/test'
import { expectAccessible, follow, looks, over } from './axe.ts'
import { expect, test } from './desk.ts'
import { openOperator } from './operators.ts'
import { callApi, createNetwork, customerPage } from './sessions.ts'

const named = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Places an order of POP access for one member. */
async function placeOrder(customer: Page, region: string, [center, point]: readonly string[]) {
  const network_number = await createNetwork(customer, '华东生产网', { center: [center!], point: [point!] })
  const { network_ticket_number } = await callApi<{ network_ticket_number: string }>(customer, 'network/ticket', {
    network_number,
    network_ticket_type: 1001,
    ticket: { pop: [region], expired_time: 1, bandwidth: 50 },
    pop_conf: { [region]: [point] },
  })
  return network_ticket_number
}

for (const { name, options } of looks)
  test(`an order is asked about, answered, rejected with a reason, corrected and completed: ${name}`, async ({
    desk,
    visitor,
    accounts,
    server,
  }) => {
    const owner = await accounts.owner({ hardware: 2 })
    const customer = await customerPage(await visitor({ baseURL: server.console, ...options }), owner)
    const page = await desk('network', options)
    const operator = await openOperator(page, server, accounts)
    const { region } = await operator.pop()
    const number = await placeOrder(customer, region, owner.hardware)
    await customer.goto(`/network/ticket_detail?network_ticket_number=${number}`)
    await expect(customer.getByText('待处理').first()).toBeVisible()

    await page.goto(`/work-orders/detail?network_ticket_number=${number}`)
    await over(page, 'rejecting', () => named(page, '驳回工单').click())
    await named(page, '要求补充').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('问题').fill('用于哪几家<b>门店</b>？')
    await expectAccessible(page, 'asking')
    await named(page, '要求补充').last().click()
    await expect(page.getByText(/^正在等待客户答复/)).toBeVisible()
    await expect(page.getByRole('heading', { name: '完成工单' })).toHaveCount(0)
    await expectAccessible(page, 'an order that waits for its customer')

    // The customer's open page shows the question by itself.
    await expect(customer.getByText('客服需要您补充说明，答复后工单继续处理')).toBeVisible()
    await expect(customer.getByText('用于哪几家<b>门店</b>？')).toBeVisible()
    await expectAccessible(customer, 'a question about an order')
    await customer.getByLabel('您的答复').fill('浦东三家门店')
    await named(customer, '提交答复').click()
    await expect(customer.getByText('答复已提交')).toBeVisible()
    await expect(customer.getByText('已补充').first()).toBeVisible()

    // The operator's page shows the answer by itself.
    await expect(page.getByRole('log', { name: '沟通记录' }).getByText('浦东三家门店')).toBeVisible()
    await named(page, '驳回工单').click()
    await expect(dialog).toContainText('组网「华东生产网」的工单将退回客户')
    await dialog.getByLabel('原因').fill('带宽不足，请改为 20 Mbit/s')
    await named(page, '驳回工单').last().click()
    await expect(page.getByText('工单已驳回')).toBeVisible()
    await expect(page.getByText('已驳回').first()).toBeVisible()

    await expect(customer.getByText('工单被驳回')).toBeVisible()
    await expectAccessible(customer, 'a rejected order')
    await named(customer, '修改并重新提交').click()
    await expect(customer.getByText(`工单 ${number} 被驳回，原因：`)).toBeVisible()
    const bandwidth = customer.getByRole('spinbutton', { name: '带宽' })
    await bandwidth.fill('77777')
    await bandwidth.blur()
    await expect(bandwidth).toHaveValue('77777')
    await expect(customer.getByText('带宽范围为 1–200')).toBeVisible()
    await expectAccessible(customer, 'a bandwidth out of bounds')
    await bandwidth.fill('20')
    await named(customer, '下一步').click()
    await named(customer, '下一步').click()
    await named(customer, '提交').click()
    await expect(customer.getByText('提交成功')).toBeVisible()
    await expect(customer).toHaveURL(`/network/ticket_detail?network_ticket_number=${number}`)
    await expect(customer.getByText('待处理').first()).toBeVisible()
    await follow(customer, '/account/message')
    await expect(customer.getByText(`组网工单被驳回：${number}`).first()).toBeVisible()

    await page.reload()
    await named(page, '受理工单').click()
    await expect(dialog).toContainText('将受理组网')
    await expectAccessible(page, 'accepting')
    await dialog.getByRole('button', { name: '受理工单' }).click()
    await page.getByRole('combobox', { name: `${region} 的 POP` }).click()
    await page.getByText(new RegExp(`^${region}（剩余`)).click()
    await named(page, '完成工单').click()
    await expect(dialog).toContainText('开始使用它的成员')
    await expectAccessible(page, 'completing')
    await dialog.getByRole('button', { name: '完成工单' }).click()
    await expect(page.getByText('工单已完成，POP 资源已开通')).toBeVisible()
  })
