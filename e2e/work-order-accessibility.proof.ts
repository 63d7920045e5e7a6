import { button, expectAccessible, looks, over, settled } from './axe.ts'
import { openOperator } from './operators.ts'
import { callApi, createNetwork } from './sessions.ts'
import { expect, test } from './test.ts'

for (const { name, options } of looks) {
  const narrow = (options.viewport?.width ?? 0) < 992

  test(`requesting POP access is accessible: ${name}`, async ({ signedIn, accounts, server }) => {
    const owner = await accounts.owner({ hardware: 4 })
    const page = await signedIn(owner, options)
    const operator = await openOperator(page, server, accounts)
    const [one, two] = [await operator.pop(), await operator.pop()]
    const members = owner.hardware
    const network_number = await createNetwork(page, '总部—门店', { center: members.slice(0, 1), point: members.slice(1) })
    await settled(page, '/network/fr_lists', 'POP 资源')
    await expect(page.getByText('暂无 POP 资源')).toBeVisible()
    await expectAccessible(page, 'no resources')
    await settled(page, '/network/ticket_lists', '组网工单')
    await expect(page.getByText('暂无组网工单')).toBeVisible()
    await expectAccessible(page, 'no orders')
    await over(page, 'choosing a network', () => button(page, '申请 POP 接入'))

    await settled(page, `/network/ticket_create?network_number=${network_number}`, '申请 POP 接入')
    await page.getByRole('checkbox', { name: one.region }).check()
    await page.getByRole('checkbox', { name: two.region }).check()
    await expectAccessible(page, 'choosing POPs')
    await button(page, '下一步')
    await page.getByRole('list', { name: '未分配成员' }).getByRole('checkbox').first().check()
    await over(page, 'assigning to', () => button(page, '分配到…'), page.getByRole('menu'))
    await button(page, '分配到…')
    await page.getByRole('menuitem', { name: one.region }).click()
    await expect(page.getByText(`${one.region}（1）`).first()).toBeVisible()
    await expectAccessible(page, 'assigning members')
    await button(page, '下一步')
    await expect(page.getByRole('table', { name: '成员分配' })).toBeVisible()
    await expectAccessible(page, 'confirming')
    await button(page, '提交')
    await expect(page).toHaveURL('/network/ticket_lists')
    await expect(page.getByText('待处理')).toBeVisible()
  })

  test(`POP resources and work orders are accessible: ${name}`, async ({ signedIn, accounts, server }) => {
    const owner = await accounts.owner({ hardware: 2 })
    const page = await signedIn(owner, options)
    const operator = await openOperator(page, server, accounts)
    const { id, region } = await operator.pop()
    const network_number = await createNetwork(page, '总部—门店', { point: owner.hardware })
    const { network_ticket_number } = await callApi<{ network_ticket_number: string }>(page, 'network/ticket', {
      network_number,
      network_ticket_type: 1001,
      ticket: { pop: [region], expired_time: 1, bandwidth: 50 },
      pop_conf: { [region]: owner.hardware },
    })
    await settled(page, '/network/ticket_lists', '组网工单')
    await expect(page.getByText('待处理')).toBeVisible()
    await expectAccessible(page, 'orders')
    if (narrow) await over(page, 'finding orders', () => button(page, '筛选'))
    else {
      await page.getByRole('textbox', { name: '开始日期' }).click()
      await expect(page.getByRole('table').last()).toBeVisible()
      await expectAccessible(page, 'days of orders')
      await page.keyboard.press('Escape')
    }

    await settled(page, `/network/ticket_create?network_number=${network_number}`, '申请 POP 接入')
    await expect(page.getByText('该组网已有未完成的工单')).toBeVisible()
    await expectAccessible(page, 'an order is open')
    await settled(page, `/network/ticket_detail?network_ticket_number=${network_ticket_number}`, '接入 POP · 总部—门店')
    await expect(page.getByText(region).first()).toBeVisible()
    await expectAccessible(page, 'an order')
    await button(page, /^移出/)
    await expect(page.getByText(/移出工单？$/)).toBeVisible()
    await expectAccessible(page, 'removing a member')

    await operator.accept(network_ticket_number)
    await operator.complete(network_ticket_number, [id])
    await settled(page, `/network/ticket_detail?network_ticket_number=${network_ticket_number}`, '接入 POP · 总部—门店')
    await expect(page.getByText('已完成').first()).toBeVisible()
    await expectAccessible(page, 'a completed order')
    await over(page, 'cancelling an order', async () => {
      await button(page, '更多操作')
      await page.getByRole('menuitem', { name: '取消工单' }).click()
    })
    await settled(page, '/network/fr_lists', 'POP 资源')
    await expect(page.getByText('有效', { exact: true }).first()).toBeVisible()
    if (narrow) await page.getByText(/的详情$/).click()
    else await button(page, /的详情$/)
    await expect(page.getByRole('table', { name: /的区域$/ })).toBeVisible()
    await expectAccessible(page, 'a resource')
    await over(page, 'postponing that is unavailable', () => button(page, /^延期/))
    await settled(page, `/network/pop_edit?network_number=${network_number}`, '编辑 POP 组网')
    await expect(page.getByRole('list', { name: '中心成员' })).toBeVisible()
    await expectAccessible(page, 'members of a POP network')
  })
}
