// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { opsContract, type OutputOf } from '@weft/contract'
import { press } from '@weft/ui/testing/find-button.ts'
import { user } from '@weft/ui/testing/user.ts'
import { type StubServer, stubServer } from '@weft/ui/testing/stub-server.ts'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import type { DeskOrder } from './desk-order.ts'
import { WorkOrderPage } from './WorkOrderPage.tsx'

const { workOrders, pops, session } = opsContract
const NUMBER = '20261122000001'
let server: StubServer
let order: DeskOrder
const pop = (id: string, region: string, sold: number): OutputOf<typeof pops.list>['rows'][number] => ({
  id,
  name: `${region} ${id}`,
  pop_name: `pop-${id}`,
  region,
  public_ip: '203.0.113.1',
  port: 1194,
  capacity: 100,
  sold,
  create_time: 1,
  online_status: 1,
  activate_time: 1,
  version: '0.1.0',
  revision_state: 'applied',
  config_error: null,
})
beforeEach(() => {
  server = stubServer()
  order = {
    network_ticket_number: NUMBER,
    network_number: '1002310001',
    network_name: '总部',
    network_exists: 1,
    network_ticket_type: 1001,
    network_ticket_status: 1,
    create_time: 1_790_000_000,
    accept_time: null,
    complete_time: null,
    cancel_time: null,
    attributes: { bandwidth: 50, expired_time: 1, pop: [{ value: '上海', name: '上海' }], pop_conf: { 上海: ['WR1'] } },
    members: [{ router_name: 'WR1', note: '浦东仓', deleted: 0 }],
    account_number: '50949916',
    nickname: '云桥办公用品',
  }
  server.on(session.info, { username: 'desk', role: 'network', totp: 0 })
  server.on(workOrders.info, () => order)
  server.on(workOrders.accept, () => {
    order = { ...order, network_ticket_status: 2, accept_time: 1_790_000_100 }
    return null
  })
  // The third POP is in another region, although its name contains this one.
  const rows = [pop('1', '上海', 0), pop('2', '上海', 80), { ...pop('3', '北京', 0), name: '上海方向' }]
  server.on(pops.list, { rows, count: rows.length })
})
const open = () => openPage(<WorkOrderPage />, `/work-orders/detail?network_ticket_number=${NUMBER}`, '/work-orders/detail')

it('an order is accepted, and completed with a POP of its region that has enough bandwidth left', async () => {
  server.on(workOrders.complete, () => {
    order = { ...order, network_ticket_status: 3, complete_time: 1_790_000_200 }
    return { network_fr_id: '1' }
  })
  open()
  await press('受理工单')
  await press('完成工单')
  expect(await screen.findByText('请为区域「上海」选择 POP', { selector: '.ant-form-item-explain-error' })).toBeTruthy()
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '上海 的 POP' }))
  const free = await screen.findByText('上海 1（剩余 100 Mbit/s）')
  expect(screen.getByText('上海 2（剩余 20 Mbit/s）').closest('.ant-select-item')?.className).toContain('disabled')
  expect(screen.queryByText(/上海方向/)).toBeNull()
  await user.click(free)
  await press('完成工单')
  const asked = within(await screen.findByRole('dialog'))
  expect(asked.getByText('将为组网「总部」开通 POP 接入：上海。')).toBeTruthy()
  await user.click(asked.getByRole('button', { name: '完成工单' }))
  expect(await screen.findByText('工单已完成，POP 资源已开通')).toBeTruthy()
  expect(server.asked(workOrders.complete)).toEqual([{ network_ticket_number: NUMBER, areas: ['1'] }])
  await waitFor(() => expect(screen.queryByText('受理工单')).toBeNull())
})

it('an order that a colleague accepted meanwhile shows the refusal and its new state', async () => {
  open()
  await screen.findByText('受理工单')
  order = { ...order, network_ticket_status: 2, accept_time: 1_790_000_100 }
  server.refuse(workOrders.accept, 403, '工单当前状态不支持此操作')
  await press('受理工单')
  expect(await screen.findByText('工单当前状态不支持此操作')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: '完成工单' })).toBeTruthy()
})

it('a role that may not handle orders is offered no action', async () => {
  server.on(session.info, { username: 'desk', role: 'support', totp: 0 })
  open()
  await screen.findByText('处理进度')
  expect(screen.queryByText('受理工单')).toBeNull()
})
