import type { Page } from '@playwright/test'
import { openOperator } from './operators.ts'
import { callApi, createNetwork } from './sessions.ts'
import { expect, test } from './test.ts'

const named = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('the row of a network leads to its request, and the drawer for adding a member focuses its first field', async ({
  signedIn,
  accounts,
  server,
}) => {
  const owner = await accounts.owner({ hardware: 2 })
  const page = await signedIn(owner)
  const operator = await openOperator(page, server, accounts)
  const { region } = await operator.pop()
  const network_number = await createNetwork(page, '华东生产网', { center: owner.hardware.slice(0, 1) })
  await page.goto('/network/lists')
  await named(page, '华东生产网 的更多操作').click()
  await page.getByRole('menuitem', { name: '申请 POP 接入' }).click()
  await expect(page).toHaveURL(new RegExp(`/network/ticket_create\\?network_number=${network_number}$`))
  await expect(heading(page, '申请 POP 接入')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: region })).toBeVisible()

  await page.goto(`/network/detail?network_number=${network_number}&tab=members`)
  await page.getByRole('button', { name: '更多操作', exact: true }).click()
  await page.getByRole('menuitem', { name: '添加成员' }).click()
  await expect(page.getByRole('dialog').getByRole('radio', { name: '硬件成员' })).toBeFocused()
})

test('a member is removed from an unfinished order, and chosen members are not discarded without a confirmation', async ({
  signedIn,
  accounts,
  server,
}) => {
  const owner = await accounts.owner({ hardware: 2 })
  const page = await signedIn(owner)
  const operator = await openOperator(page, server, accounts)
  const { region } = await operator.pop()
  const [center, point] = owner.hardware as [string, string]
  const network_number = await createNetwork(page, '一号网', { center: [center], point: [point] })

  await page.goto(`/network/detail?network_number=${network_number}`)
  await page.goto(`/network/ticket_create?network_number=${network_number}`)
  await page.getByRole('checkbox', { name: region }).check()
  await named(page, '取消').click()
  const question = page.getByRole('dialog', { name: '放弃未保存的修改？' })
  await question.getByRole('button', { name: '继续编辑' }).click()
  await expect(question).toBeHidden()
  await expect(page.getByRole('checkbox', { name: region })).toBeChecked()

  const { network_ticket_number } = await callApi<{ network_ticket_number: string }>(page, 'network/ticket', {
    network_number,
    network_ticket_type: 1001,
    ticket: { pop: [region], expired_time: 1, bandwidth: 50 },
    pop_conf: { [region]: [center, point] },
  })

  await page.goto(`/network/ticket_detail?network_ticket_number=${network_ticket_number}`)
  await named(page, `移出 ${owner.names[center]}`).click()
  await page.getByRole('tooltip').getByRole('button', { name: '移出' }).click()
  await expect(page.getByText('已移出')).toBeVisible()
  await expect(page.getByRole('link', { name: center })).toHaveCount(0)
  await expect(page.getByRole('link', { name: point })).toBeVisible()
  await named(page, '更多操作').click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await page.getByRole('dialog', { name: '删除工单' }).getByRole('button', { name: '删除' }).click()
  await expect(page.getByText('删除成功')).toBeVisible()
  await expect(page).toHaveURL('/network/ticket_lists')
  await page.goto(`/network/ticket_detail?network_ticket_number=${network_ticket_number}`)
  await expect(page.getByRole('alert').getByText('工单不存在')).toBeVisible()
  await expect(page).toHaveURL('/network/ticket_lists')
})

test('a role that may not change networks only views the orders of its designated ones', async ({ signedIn, accounts, server }) => {
  const owner = await accounts.owner({ hardware: 2 })
  const page = await signedIn(owner)
  const operator = await openOperator(page, server, accounts)
  const { region } = await operator.pop()
  const request = async (name: string, member: string) => {
    const network_number = await createNetwork(page, name, { point: [member] })
    const ticket = { pop: [region], expired_time: 1, bandwidth: 50 }
    const order = { network_number, network_ticket_type: 1001, ticket, pop_conf: { [region]: [member] } }
    return { network_number, ...(await callApi<{ network_ticket_number: string }>(page, 'network/ticket', order)) }
  }
  const seen = await request('一号网', owner.hardware[0]!)
  const unseen = await request('二号网', owner.hardware[1]!)

  const colleague = await signedIn(await accounts.colleague(owner, { networks: [seen.network_number] }))
  await colleague.goto('/network/ticket_lists')
  await expect(colleague.getByText(seen.network_ticket_number)).toBeVisible()
  await expect(colleague.getByText(unseen.network_ticket_number)).toBeHidden()
  await expect(named(colleague, '申请 POP 接入')).toHaveCount(0)
  await expect(colleague.getByRole('button', { name: /^(取消|删除)/ })).toHaveCount(0)
  await colleague.getByRole('link', { name: /的详情$/ }).click()
  await named(colleague, '更多操作').click()
  await expect(colleague.getByRole('menuitem')).toHaveText(['打印'])
  await colleague.keyboard.press('Escape')
  await expect(colleague.getByRole('button', { name: /^(移出|取消|删除)/ })).toHaveCount(0)
  await colleague.goto(`/network/ticket_create?network_number=${seen.network_number}`)
  await expect(colleague.getByText('没有访问权限')).toBeVisible()
  await colleague.goto(`/network/ticket_detail?network_ticket_number=${unseen.network_ticket_number}`)
  await expect(colleague.getByRole('alert').getByText('工单不存在')).toBeVisible()
})
