// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { contract } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { anAccount } from '../../../../test/data.ts'
import { press } from '@weft/ui/testing/find-button.ts'
import { user } from '@weft/ui/testing/user.ts'
import { anOrder, orderOptions } from '../../../../test/pop.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { WorkOrderCreatePage } from './WorkOrderCreatePage.tsx'

const address = '/network/ticket_create?network_number=1000000001'

let server: StubServer
beforeEach(() => {
  // The lists draw as many rows as fit into their measured size.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(600)
  server = stubServer()
  server.on(contract.account.info, anAccount())
  server.on(contract.network.select, [{ network_number: '1000000001', network_name: '华东生产网' }])
  server.on(contract.workOrders.config, orderOptions())
  server.on(contract.workOrders.list, { rows: [anOrder({ network_ticket_status: 4 })], count: 1 })
})
afterEach(() => vi.restoreAllMocks())

const open = () => openPage(<WorkOrderCreatePage />, address, '/network/ticket_create')
const tick = async (name: string | RegExp) => user.click(await screen.findByRole('checkbox', { name }))
const listOf = (name: string) => within(screen.getByRole('list', { name }))
const summary = () => screen.getByRole('complementary', { name: '申请摘要' }).textContent
const assign = async (members: RegExp[], region: string) => {
  for (const member of members) await tick(member)
  await press('分配到…')
  await user.click(await screen.findByRole('menuitem', { name: region }))
}

it('the wizard asks for POPs, members and a confirmation, and returns to the page before when it is done', async () => {
  server.on(contract.workOrders.create, { network_ticket_number: '20261122000009' })
  const page = open()
  await page.router.navigate('/network/detail?network_number=1000000001')
  await page.router.navigate(address)
  await tick('上海')
  await tick('杭州')
  await user.click(screen.getByText('3 年', { selector: '.ant-radio-button-label' }))
  const bandwidth = screen.getByRole('spinbutton', { name: '带宽' })
  await user.clear(bandwidth)
  await user.type(bandwidth, '120')
  expect(summary()).toContain('120 Mbit/s')
  await press('下一步')
  expect(await screen.findByText('返回上一步将清空已分配成员')).toBeTruthy()
  await assign([/HQ-0001/, /wang@20000001/], '上海')
  expect(listOf('上海').getByText('HQ-0001')).toBeTruthy()
  await press('移回 总部')
  await assign([/HQ-0001/], '杭州')
  expect(summary()).toContain('上海（1）')
  expect(summary()).toContain('2 / 3')
  await press('下一步')
  const table = within(await screen.findByRole('table', { name: '成员分配' }))
  expect(table.getByText('wang@20000001').closest('tr')?.textContent).toContain('上海')
  expect(screen.getByText('接入 POP（1001）')).toBeTruthy()
  await press('提交')
  expect(await screen.findByText('提交成功')).toBeTruthy()
  await waitFor(() => expect(page.address()).toBe('/network/detail?network_number=1000000001'))
  expect(server.asked(contract.workOrders.create)).toEqual([
    {
      network_number: '1000000001',
      network_ticket_type: 1001,
      ticket: { pop: ['上海', '杭州'], expired_time: 3, bandwidth: 120 },
      pop_conf: { 上海: ['wang@20000001'], 杭州: ['HQ-0001'] },
    },
  ])
})

it('the wizard requires a region, and assigns only selected members', async () => {
  open()
  await press('下一步')
  expect(await screen.findByText('请至少选择一项')).toBeTruthy()
  await tick('广州')
  await press('下一步')
  await press('分配到…')
  await user.click(await screen.findByRole('menuitem', { name: '广州' }))
  expect(screen.getByText('从左侧选择成员，点击「分配到…」')).toBeTruthy()
  expect(listOf('未分配成员').getAllByRole('checkbox')).toHaveLength(3)
})

it('the last region stays chosen, and a message says why', async () => {
  open()
  await tick('上海')
  await tick('杭州')
  await tick('上海')
  await tick('杭州')
  expect(await screen.findByText('请至少选择一项')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '杭州' }).checked).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '上海' }).checked).toBe(false)
})

it('going back to the regions unassigns all members', async () => {
  open()
  await tick('上海')
  await press('下一步')
  await tick('全选')
  await assign([], '上海')
  expect(await screen.findByText('成员已全部分配')).toBeTruthy()
  await press('上一步')
  await press('下一步')
  expect(listOf('未分配成员').getAllByRole('checkbox')).toHaveLength(3)
})

it('unassigned members are found by name and note, and “select all” selects only those found', async () => {
  open()
  await tick('上海')
  await press('下一步')
  await user.type(await screen.findByLabelText('按名称或序列号搜索'), '总部')
  expect(listOf('未分配成员').getAllByRole('checkbox')).toHaveLength(1)
  await tick('全选')
  expect(screen.getByText('已选 1 项')).toBeTruthy()
})

it('the wizard stops with a message when no region is offered', async () => {
  server.on(contract.workOrders.config, orderOptions({ ticket: { ...orderOptions().ticket, pop: [] } }))
  open()
  expect(await screen.findByText('暂无可申请的 POP 区域，请联系客服')).toBeTruthy()
  expect(screen.getByRole('button', { name: '下一步' }).getAttribute('aria-disabled')).toBe('true')
})

it('the wizard links to the network’s open work order and stops', async () => {
  server.on(contract.workOrders.list, { rows: [anOrder({ network_ticket_status: 1 })], count: 1 })
  open()
  expect(await screen.findByText('该组网已有未完成的工单 20261122000001')).toBeTruthy()
  expect(screen.getByRole('link', { name: '查看工单' }).getAttribute('href')).toBe(
    '/network/ticket_detail?network_number=1000000001&network_ticket_number=20261122000001',
  )
  expect(screen.getByRole('button', { name: '下一步' }).getAttribute('aria-disabled')).toBe('true')
})

it('the wizard links to a work order that someone else placed meanwhile, and keeps the input', async () => {
  server.refuse(contract.workOrders.create, 403, '该组网已有未完成的工单 20261122000001')
  open()
  await tick('上海')
  await press('下一步')
  await press('下一步')
  expect(await screen.findByText('请至少分配一个成员')).toBeTruthy()
  await tick('全选')
  await assign([], '上海')
  await press('下一步')
  await screen.findByRole('table', { name: '成员分配' })
  server.on(contract.workOrders.list, { rows: [anOrder({ network_ticket_status: 2 })], count: 1 })
  await press('提交')
  expect(await screen.findByRole('link', { name: '查看工单' })).toBeTruthy()
  expect(summary()).toContain('上海')
})

it('a bandwidth out of bounds stays in its field with the sentence of the bounds, and the wizard does not go on', async () => {
  open()
  await tick('上海')
  const bandwidth = screen.getByRole<HTMLInputElement>('spinbutton', { name: '带宽' })
  for (const [typed, said] of [
    ['77777', '带宽范围为 1–200'],
    ['1.5', '带宽必须是整数'],
    ['很快', '带宽必须是数字'],
  ] as const) {
    await user.clear(bandwidth)
    await user.type(bandwidth, typed)
    await user.tab()
    expect(bandwidth.value).toBe(typed)
    expect(screen.getByRole('alert').textContent).toBe(said)
  }
  await press('下一步')
  expect(screen.queryByText('返回上一步将清空已分配成员')).toBeNull()
  await user.clear(bandwidth)
  await user.type(bandwidth, '200')
  await press('下一步')
  expect(await screen.findByText('返回上一步将清空已分配成员')).toBeTruthy()
})

it('a rejected order is corrected: the wizard begins with its choices that are still offered, and sends them under its number', async () => {
  server.on(
    contract.workOrders.view,
    anOrder({
      network_ticket_status: 4,
      state: 'rejected',
      attributes: {
        bandwidth: 120,
        expired_time: 3,
        pop: ['上海', '武汉'].map((name) => ({ value: name, name })),
        pop_conf: { 上海: ['HQ-0001', 'GONE-1'], 武汉: ['SH-0002'] },
      },
      dialogue: [{ kind: 'rejection', author: '客服', content: '武汉未开通', create_time: 1 }],
    }),
  )
  server.on(contract.workOrders.resubmit, null)
  openPage(<WorkOrderCreatePage />, `${address}&network_ticket_number=20261122000001`, '/network/ticket_create')
  expect(await screen.findByText('工单 20261122000001 被驳回，原因：')).toBeTruthy()
  expect(screen.getByText('武汉未开通')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '上海' }).checked).toBe(true)
  await press('下一步')
  expect(listOf('上海').getByText('HQ-0001')).toBeTruthy()
  await press('下一步')
  await press('提交')
  expect(await screen.findByText('提交成功')).toBeTruthy()
  expect(server.asked(contract.workOrders.resubmit)).toEqual([
    {
      network_ticket_number: '20261122000001',
      ticket: { pop: ['上海'], expired_time: 3, bandwidth: 120 },
      pop_conf: { 上海: ['HQ-0001'] },
    },
  ])
  expect(server.asked(contract.workOrders.create)).toEqual([])
})

it('the wizard asks before it discards choices', async () => {
  const page = open()
  await tick('上海')
  await press('取消')
  const question = within(await screen.findByRole('dialog'))
  await user.click(question.getByText('继续编辑'))
  expect(page.address()).toBe(address)
})

it('the wizard closes at once if nothing was chosen', async () => {
  const page = open()
  await press('取消')
  await waitFor(() => expect(page.address()).toBe('/network/ticket_lists'))
})
