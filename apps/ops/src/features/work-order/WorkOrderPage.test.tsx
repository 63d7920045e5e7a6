// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { opsContract, type OutputOf } from '@weft/contract'
import { findDialog, press } from '@weft/ui/testing/find-button.ts'
import { user } from '@weft/ui/testing/user.ts'
import { type StubServer, stubServer } from '@weft/ui/testing/stub-server.ts'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import type { DeskOrder } from './desk-order.ts'
import { WorkOrderPage } from './WorkOrderPage.tsx'

const { workOrders, pops, session } = opsContract
const NUMBER = '20261122000001'
const entry = (kind: DeskOrder['dialogue'][number]['kind'], content: string) => ({ kind, author: 'desk', content, create_time: 2 })
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
  version: '9.9.9',
  revision_state: 'applied',
  config_error: null,
})
beforeEach(() => {
  server = stubServer()
  order = {
    no: 3107,
    network_ticket_number: NUMBER,
    network_number: '1002310001',
    network_name: '总部',
    network_exists: 1,
    network_ticket_type: 1001,
    network_ticket_status: 1,
    state: 'pending',
    create_time: 1_790_000_000,
    accept_time: null,
    complete_time: null,
    cancel_time: null,
    reject_time: null,
    dialogue: [],
    attributes: { bandwidth: 50, expired_time: 1, pop: [{ value: '上海', name: '上海' }], pop_conf: { 上海: ['WR1'] } },
    members: [{ router_name: 'WR1', note: '浦东仓', deleted: 0 }],
    account_number: '50949916',
    nickname: '云桥办公用品',
  }
  server.on(session.info, { username: 'desk', role: 'network', totp: 0 })
  server.on(workOrders.info, () => order)
  server.on(workOrders.accept, () => {
    order = { ...order, network_ticket_status: 2, state: 'running', accept_time: 1_790_000_100 }
    return null
  })
  // The third POP is in another region, although its name contains this one.
  const rows = [pop('1', '上海', 0), pop('2', '上海', 80), { ...pop('3', '北京', 0), name: '上海方向' }]
  server.on(pops.list, { rows, count: rows.length })
})
const open = () => openPage(<WorkOrderPage />, `/work-orders/detail?network_ticket_number=${NUMBER}`, '/work-orders/detail')

it('an order is accepted, and completed with a POP of its region that has enough bandwidth left', async () => {
  server.on(workOrders.complete, () => {
    order = { ...order, network_ticket_status: 3, state: 'completed', complete_time: 1_790_000_200 }
    return { network_fr_id: '1' }
  })
  open()
  await press('受理工单')
  const dialog = await findDialog('受理工单')
  expect(dialog.textContent).toContain('将受理组网「总部」的工单，涉及成员：浦东仓（WR1）')
  expect(server.asked(workOrders.accept)).toEqual([])
  await press('受理工单', dialog)
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
  expect(asked.getByText('开始使用它的成员：浦东仓（WR1）。')).toBeTruthy()
  await user.click(asked.getByRole('button', { name: '完成工单' }))
  expect(await screen.findByText('工单已完成，POP 资源已开通')).toBeTruthy()
  expect(server.asked(workOrders.complete)).toEqual([{ network_ticket_number: NUMBER, areas: ['1'] }])
  await waitFor(() => expect(screen.queryByText('受理工单')).toBeNull())
})

it('an order that a colleague accepted meanwhile shows the refusal and its new state', async () => {
  open()
  await screen.findByText('受理工单')
  order = { ...order, network_ticket_status: 2, state: 'running', accept_time: 1_790_000_100 }
  server.refuse(workOrders.accept, 403, '工单当前状态不支持此操作')
  await press('受理工单')
  await press('受理工单', await findDialog('受理工单'))
  expect(await screen.findByText('工单当前状态不支持此操作')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: '完成工单' })).toBeTruthy()
})

it('a role that may not handle orders is offered no action', async () => {
  server.on(session.info, { username: 'desk', role: 'support', totp: 0 })
  open()
  await screen.findByText('处理进度')
  expect(screen.queryByText('受理工单')).toBeNull()
})

it('an order is rejected only with a reason, and the dialog names the network and the members', async () => {
  server.on(workOrders.reject, ({ reason }) => {
    order = { ...order, network_ticket_status: 4, state: 'rejected', reject_time: 2, dialogue: [entry('rejection', reason)] }
    return null
  })
  open()
  await press('驳回工单')
  const dialog = await findDialog('驳回工单')
  expect(dialog.textContent).toContain('组网「总部」的工单将退回客户，涉及成员：浦东仓（WR1）')
  await press('驳回工单', dialog)
  expect(await within(dialog).findByText('原因不能为空')).toBeTruthy()
  await user.type(within(dialog).getByLabelText('原因'), '上海容量不足')
  await press('驳回工单', dialog)
  expect(await screen.findByText('工单已驳回')).toBeTruthy()
  expect(server.asked(workOrders.reject)).toEqual([{ network_ticket_number: NUMBER, reason: '上海容量不足' }])
  expect(within(await screen.findByRole('log', { name: '沟通记录' })).getByText('上海容量不足')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '驳回工单' })).toBeNull()
})

it('a question is sent, the order waits, and it goes on without an answer after a confirmation', async () => {
  server.on(workOrders.ask, ({ content }) => {
    order = { ...order, network_ticket_status: 2, state: 'asked', accept_time: 2, dialogue: [entry('question', content)] }
    return null
  })
  server.on(workOrders.resume, () => {
    order = { ...order, state: 'running' }
    return null
  })
  open()
  await press('要求补充')
  const dialog = await findDialog('要求补充')
  await user.type(within(dialog).getByLabelText('问题'), '哪几家门店？')
  await press('要求补充', dialog)
  expect(await screen.findByText('已发送给客户')).toBeTruthy()
  expect(server.asked(workOrders.ask)).toEqual([{ network_ticket_number: NUMBER, content: '哪几家门店？' }])
  expect(await screen.findByText(/^正在等待客户答复/)).toBeTruthy()
  expect(screen.queryByRole('heading', { name: '完成工单' })).toBeNull()
  await press('继续处理')
  await press('继续处理', await findDialog('不等待答复，继续处理'))
  expect(await screen.findByText('工单已继续处理')).toBeTruthy()
  expect(await screen.findByRole('heading', { name: '完成工单' })).toBeTruthy()
})
