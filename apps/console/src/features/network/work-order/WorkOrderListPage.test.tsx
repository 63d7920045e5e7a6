// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { contract, type WorkOrderStatus } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { anAccount, anAuth } from '../../../../test/data.ts'
import { anOrder } from '../../../../test/pop.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { WorkOrderListPage } from './WorkOrderListPage.tsx'
import { WorkOrderTable } from './WorkOrderTable.tsx'
import { user } from '@weft/ui/testing/user.ts'

const numberOf = (status: WorkOrderStatus) => `2026112200000${status}`
const inEachState = () =>
  ([1, 2, 3, 4] as const).map((status) =>
    anOrder({ network_ticket_number: numberOf(status), network_ticket_status: status, complete_time: 1_790_090_000 }),
  )

let server: StubServer
let orders: ReturnType<typeof inEachState>
beforeEach(() => {
  localStorage.clear()
  server = stubServer()
  orders = inEachState()
  server.on(contract.account.info, anAccount())
  server.on(contract.workOrders.list, () => ({ rows: orders, count: orders.length }))
})
const open = (address = '/network/ticket_lists') => openPage(<WorkOrderListPage />, address)
const rowOf = async (status: WorkOrderStatus) => {
  const row = (await screen.findByText(numberOf(status))).closest('tr')
  if (!row) throw new Error(`no row in state ${status}`)
  return within(row)
}
const question = async () => within(await screen.findByRole('dialog'))

it('each row offers the actions of its state, and only a completed order shows its completion time', async () => {
  open()
  const expected: [WorkOrderStatus, string, string | null, string | null][] = [
    [1, '待处理', null, '删除'],
    [2, '处理中', '取消', null],
    [3, '已完成', '取消', null],
    [4, '已取消', null, '删除'],
  ]
  for (const [status, text, cancel, remove] of expected) {
    const row = await rowOf(status)
    expect(row.getByText(text)).toBeTruthy()
    expect(row.queryByText('取消')?.textContent ?? null, text).toBe(cancel)
    expect(row.queryByText('删除')?.textContent ?? null, text).toBe(remove)
    expect(row.queryByText('2026-09-22 23:13') !== null, text).toBe(status === 3)
  }
  const first = await rowOf(1)
  expect(first.getByText('接入 POP')).toBeTruthy()
  expect(first.getByRole('link', { name: '华东生产网' }).getAttribute('href')).toBe('/network/detail?network_number=1000000001')
  expect(first.getByText('1000000001')).toBeTruthy()
  expect(first.getByText('详情').getAttribute('href')).toBe(
    `/network/ticket_detail?network_number=1000000001&network_ticket_number=${numberOf(1)}`,
  )
})

it('a deleted network is named without a link', async () => {
  orders = [anOrder({ network_ticket_number: numberOf(4), network_ticket_status: 4, network_exists: 0 })]
  open()
  const row = await rowOf(4)
  expect(row.getByText('已删除')).toBeTruthy()
  expect(row.queryByRole('link', { name: '华东生产网' })).toBeNull()
})

it('an order is not cancelled if the question is answered with no', async () => {
  server.on(contract.workOrders.view, anOrder({ network_ticket_number: numberOf(2) }))
  open()
  await user.click((await rowOf(2)).getByText('取消'))
  const asked = await question()
  expect(asked.getByText(`工单 ${numberOf(2)} 取消后将停止处理`)).toBeTruthy()
  expect(asked.getByText('涉及组网「华东生产网」的 上海总部、福州门店')).toBeTruthy()
  await user.click(asked.getByText('暂不取消'))
  expect(server.asked(contract.workOrders.cancel)).toEqual([])
})

it('cancelling a completed order warns that its access ends', async () => {
  server.on(contract.workOrders.cancel, { impact: [{ kind: 'live', seconds: 0, count: 8, router_names: ['SH-0001', 'SH-0002'] }] })
  server.on(contract.network.member, [{ router_name: 'SH-0001', note: '上海门店', router_type: 1, member_type: 'point', online: 1 }])
  open()
  await user.click((await rowOf(3)).getByText('取消'))
  const asked = await question()
  expect(asked.getByText('取消后，该工单开通的 POP 接入将立即终止')).toBeTruthy()
  expect(asked.getByText(/不再使用它：上海门店、SH-0002 等 8 个成员$/)).toBeTruthy()
  orders = orders.map((order) => (order.network_ticket_status === 3 ? { ...order, network_ticket_status: 4, state: 'cancelled' } : order))
  await user.click(asked.getByRole('button', { name: '取消工单' }))
  expect(await screen.findByText('取消成功')).toBeTruthy()
  expect(server.asked(contract.workOrders.cancel)).toEqual([
    { network_ticket_number: numberOf(3), check: true },
    { network_ticket_number: numberOf(3) },
  ])
  expect((await rowOf(3)).getByText('已取消')).toBeTruthy()
})

it('an order is deleted after a question', async () => {
  server.on(contract.workOrders.delete, () => {
    orders = orders.slice(1)
    return null
  })
  open()
  await user.click((await rowOf(1)).getByText('删除'))
  const asked = await question()
  expect(asked.getByText('确定要删除吗？')).toBeTruthy()
  expect(asked.getByText(`组网「华东生产网」的工单 ${numberOf(1)} 及其沟通记录将被删除，无法恢复`)).toBeTruthy()
  await user.click(asked.getByRole('button', { name: '删除' }))
  await waitFor(() => expect(screen.queryByText(numberOf(1))).toBeNull())
  expect(server.asked(contract.workOrders.delete)).toEqual([{ network_ticket_number: numberOf(1) }])
})

it('the search requests the typed values, keeps them in the address, and clears them on 「重置」', async () => {
  const page = open()
  await rowOf(1)
  await user.type(screen.getByLabelText('工单号'), ' 2026 ')
  await user.type(screen.getByLabelText('组网编号'), '1000')
  expect(page.address()).toBe('/network/ticket_lists')
  await user.click(screen.getByText('查询'))
  await waitFor(() => expect(page.address()).toBe('/network/ticket_lists?network_ticket_number=2026&network_number=1000'))
  await waitFor(() =>
    expect(server.asked(contract.workOrders.list).at(-1)).toMatchObject({ network_ticket_number: '2026', network_number: '1000' }),
  )
  await user.click(screen.getByText('重置'))
  await waitFor(() => expect(page.address()).toBe('/network/ticket_lists'))
  expect(screen.getByLabelText<HTMLInputElement>('工单号').value).toBe('')
})

it('the search shows the days from the address, and swaps them if they are in the wrong order', async () => {
  orders = []
  const page = open('/network/ticket_lists?start_time=2026-09-22&end_time=2026-09-20')
  expect(await screen.findByText('没有符合条件的组网工单')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('开始日期').value).toBe('2026-09-22')
  await user.click(screen.getByText('查询'))
  await waitFor(() => expect(page.address()).toBe('/network/ticket_lists?start_time=2026-09-20&end_time=2026-09-22'))
  await user.click(screen.getByText('清空筛选'))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('开始日期').value).toBe(''))
})

it('requesting POP access first asks for the network', async () => {
  orders = []
  server.on(contract.network.select, [{ network_number: '1000000002', network_name: '灾备互联' }])
  const page = open()
  expect(await screen.findByText('暂无组网工单')).toBeTruthy()
  await user.click(screen.getAllByText('申请 POP 接入')[0]!)
  const dialog = await question()
  await user.click(dialog.getByText('下一步'))
  expect(await dialog.findByText('请选择组网')).toBeTruthy()
  await user.click(dialog.getByRole('combobox'))
  await user.click(await screen.findByText('灾备互联（1000000002）', { selector: '.ant-select-item-option-content' }))
  await user.click(dialog.getByText('下一步'))
  await waitFor(() => expect(page.address()).toBe('/network/ticket_create?network_number=1000000002'))
})

it('read-only users see the orders without actions', async () => {
  server.on(contract.account.info, anAccount({ ram: 1, auth: anAuth({ edit: 0 }) }))
  open()
  for (const status of [1, 2, 3, 4] as const) {
    const row = await rowOf(status)
    expect(row.getByText('详情')).toBeTruthy()
    expect(row.queryByText(/^(取消|删除)$/)).toBeNull()
  }
  expect(screen.queryByText('申请 POP 接入')).toBeNull()
})

it('a network’s page shows the orders of this network only', async () => {
  const page = openPage(<WorkOrderTable network_number="1000000001" />, '/network/detail?network_number=1000000001&tab=orders')
  await rowOf(1)
  expect(server.asked(contract.workOrders.list)[0]).toMatchObject({ network_number: '1000000001' })
  expect(screen.queryByText('组网编号')).toBeNull()
  await user.click(screen.getByText('申请 POP 接入'))
  await waitFor(() => expect(page.address()).toBe('/network/ticket_create?network_number=1000000001'))
})
