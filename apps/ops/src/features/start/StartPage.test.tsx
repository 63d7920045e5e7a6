// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { type CustomerTrouble, type DeskStart, type Health, opsContract, START_ROWS } from '@weft/contract'
import { pass, stopClock } from '@weft/ui/testing/clock.ts'
import { type StubServer, stubServer } from '@weft/ui/testing/stub-server.ts'
import { user } from '@weft/ui/testing/user.ts'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it, vi } from 'vitest'
import { StartPage } from './StartPage.tsx'

const { desk, tickets, workOrders, session } = opsContract
const NOW = Math.floor(Date.now() / 1000)
const TICKET = '20261122000001'
const ORDER = '20261122000009'
const trouble = (at: number, more: Partial<CustomerTrouble> = {}): CustomerTrouble => ({
  account_number: String(50_949_000 + at),
  nickname: `客户${at}号`,
  network_status: 1,
  down: 1,
  failed: 0,
  degraded: 0,
  since: NOW - 7200,
  ticket: null,
  ...more,
})
const waiting = (change: Partial<DeskStart['tickets'][number]> = {}): DeskStart['tickets'][number] => ({
  ticket_number: TICKET,
  ticket_title: '门店断网',
  account_number: '50949001',
  nickname: '云桥办公用品',
  due_time: NOW - 60,
  priority: 4,
  assignee: null,
  ...change,
})
const order: DeskStart['orders'][number] = {
  no: 3107,
  network_ticket_number: ORDER,
  network_number: '1000000001',
  network_name: '总部网',
  network_exists: 1,
  network_ticket_type: 1001,
  network_ticket_status: 1,
  state: 'pending',
  create_time: NOW - 600,
  complete_time: null,
  account_number: '50949002',
  nickname: '启明教育',
}
const health: Health = {
  time: NOW,
  version: '1.0.0',
  instances: [
    {
      instance_id: 'weft-1',
      roles: ['api', 'gateway', 'jobs'],
      version: '1.0.0',
      start_time: NOW - 3600,
      last_time: NOW - 3,
      leaving_until: null,
      members: 3,
    },
  ],
  members: { online: 2871, total: 2914 },
  jobs: { waiting: 0, failed: 0, oldest: null },
  deliveries: { queued: 0, failed: 0 },
  tickets: { waiting: 1, handling: 0 },
  database: { bytes: 1, connections: 1, answer_ms: 1.2 },
  connections: [],
  history: [],
}
const soldService = {
  id: '7',
  account_number: '50949001',
  nickname: '客户1号',
  service_code: 'dns' as const,
  service_name: 'DNS 服务器',
  quantity: 2,
  start_time: NOW - 86_400,
  expired_time: NOW,
}
let server: StubServer
let start: DeskStart
beforeEach(() => {
  localStorage.clear()
  server = stubServer()
  start = { time: NOW, troubled: [], customers: 0, tickets: [], orders: [], devices: [], services: [], service_count: 0 }
  server.on(session.info, { username: 'desk', role: 'admin', totp: 0 })
  server.on(desk.start, () => start)
  server.on(desk.state, () => ({ customers: start.customers, members: start.customers, latest: null }))
  server.on(desk.health, health)
  server.on(tickets.waiting, () => ({ waiting: start.tickets.length, overdue: start.tickets.length }))
  server.on(workOrders.open, () => ({ waiting: start.orders.length, handling: 0 }))
})
const open = () => openPage(<StartPage />, '/start')
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

it('a day without trouble and work says so', async () => {
  open()
  expect(await heading('工作台 没有客户出故障')).toBeTruthy()
  expect(await screen.findByText('没有待办')).toBeTruthy()
  expect(screen.getByText('都处理完了')).toBeTruthy()
  expect(await screen.findByText('平台正常')).toBeTruthy()
  expect(screen.getByText('2,871 / 2,914 个成员在线')).toBeTruthy()
  expect(screen.queryByText('正在出故障')).toBeNull()
  expect(screen.queryByRole('link', { name: /^处理下一件/ })).toBeNull()
})

it('customers in trouble are listed with what is wrong, for how long and who looks after it', async () => {
  const ticket = { ticket_number: TICKET, ticket_title: '四家店断网', due_time: NOW - 60, assignee: 'lin' }
  start = {
    ...start,
    customers: 2,
    troubled: [trouble(1, { down: 4, degraded: 1, ticket }), trouble(2, { network_status: 0, down: 0, since: null })],
  }
  open()
  expect(await heading('工作台 2 个客户出故障')).toBeTruthy()
  const [first, second] = within(screen.getByRole('region', { name: '正在出故障' })).getAllByRole('listitem')
  expect(within(first!).getByRole('link', { name: '客户1号 50949001' }).getAttribute('href')).toBe(
    '/accounts/detail?account_number=50949001',
  )
  expect(first!.textContent).toContain('4 个成员失联，1 个成员部分链路中断')
  expect(first!.textContent).toContain('2 小时')
  expect(within(first!).getByRole('link', { name: '四家店断网' }).getAttribute('href')).toBe(`/tickets/detail?ticket_number=${TICKET}`)
  expect(first!.textContent).toContain('lin 已超时')
  expect(second!.textContent).toContain('全部组网已停用，服务已到期')
  expect(second!.textContent).toContain('客户还没有报障')
})

it('more than eight customers are folded, and those beyond the list are counted', async () => {
  start = { ...start, customers: 60, troubled: Array.from({ length: 10 }, (_, at) => trouble(at)) }
  open()
  await heading('工作台 60 个客户出故障')
  const rows = () => within(screen.getByRole('region', { name: '正在出故障' })).getAllByRole('listitem')
  expect(rows()).toHaveLength(8)
  await user.click(screen.getByRole('button', { name: '还有 52 个客户' }))
  expect(rows()).toHaveLength(10)
  expect(screen.getByText('另有 50 个客户未列出')).toBeTruthy()
})

it('what waits is listed by kind, and the next task is the one that is due first', async () => {
  start = { ...start, tickets: [waiting()], orders: [order] }
  open()
  expect(await screen.findByText('2 件待办')).toBeTruthy()
  expect(screen.getByText('1 件已超时')).toBeTruthy()
  expect((await screen.findByRole('link', { name: /^处理下一件/ })).getAttribute('href')).toBe(`/tickets/detail?ticket_number=${TICKET}`)
  const work = within(screen.getByRole('region', { name: '等待处理' }))
  expect(work.getByRole('link', { name: '门店断网' })).toBeTruthy()
  await user.click(work.getByText('组网工单 1'))
  expect(work.queryByRole('link', { name: '门店断网' })).toBeNull()
  expect(work.getByRole('link', { name: `组网工单 ${ORDER}` }).getAttribute('href')).toBe(
    `/work-orders/detail?network_ticket_number=${ORDER}`,
  )
})

it('devices in stock and services that end are among the tasks by when they are due, and each is done in its place', async () => {
  const service = { ...soldService, expired_time: NOW + 3 * 86_400 }
  const far = { ...soldService, id: '8', service_code: 'sub_account' as const, expired_time: NOW + 20 * 86_400 }
  start = {
    ...start,
    tickets: [waiting()],
    devices: [{ router_name: 'WR210M25034047', router_model: 'WR-210', create_time: NOW - 60 }],
    services: [service, far],
    service_count: 9,
  }
  open()
  const work = within(await screen.findByRole('region', { name: '等待处理' }))
  expect(work.getByText('全部 3')).toBeTruthy()
  await user.click(work.getByRole('button', { name: '分配 WR-210 WR210M25034047' }))
  expect(await screen.findByRole('dialog')).toBeTruthy()
  const ending = within(screen.getByRole('region', { name: '快到期的服务' }))
  expect(ending.getAllByRole('listitem')).toHaveLength(2)
  expect(ending.getByRole('link', { name: '30 天内 9 项' })).toBeTruthy()
})

it('N opens the next task, and G with a letter another page', async () => {
  start = { ...start, tickets: [waiting()] }
  const { address } = open()
  await screen.findByRole('link', { name: /^处理下一件/ })
  await user.keyboard('gt')
  await waitFor(() => expect(address()).toBe('/tickets'))
})

it('the next task is one that the role may do', async () => {
  server.on(session.info, { username: 'desk', role: 'network', totp: 0 })
  start = { ...start, tickets: [waiting()], orders: [order] }
  open()
  expect((await screen.findByRole('link', { name: /^处理下一件/ })).getAttribute('href')).toBe(
    `/work-orders/detail?network_ticket_number=${ORDER}`,
  )
})

it('an installation with faults says only what is wrong', async () => {
  server.on(desk.health, { ...health, jobs: { waiting: 0, failed: 2, oldest: null }, deliveries: { queued: 0, failed: 1 } })
  open()
  expect(await screen.findByText('平台异常 2 处')).toBeTruthy()
  expect([screen.getByText('2 个任务失败'), screen.getByText('1 封邮件或短信未能送达')]).toHaveLength(2)
  expect(screen.queryByText('2,871 / 2,914 个成员在线')).toBeNull()
})

it('a trouble that begins appears by itself, and nothing is read again while nothing changes', async () => {
  stopClock()
  try {
    open()
    await heading('工作台 没有客户出故障')
    await pass(30_000)
    expect(server.asked(desk.start)).toHaveLength(1)
    start = { ...start, customers: 1, troubled: [trouble(3)] }
    await pass(10_100)
    expect(await heading('工作台 1 个客户出故障')).toBeTruthy()
  } finally {
    vi.useRealTimers()
  }
})

it('a page that cannot be read offers to try again', async () => {
  server.refuse(desk.start, 500, '系统异常')
  open()
  await user.click(await screen.findByRole('button', { name: '重试' }))
  await waitFor(() => expect(server.asked(desk.start)).toHaveLength(2))
})

it('a health that cannot be read says so and offers to try again', async () => {
  server.refuse(desk.health, 500, '系统异常')
  open()
  await user.click(await screen.findByRole('button', { name: '重试' }))
  await waitFor(() => expect(server.asked(desk.health)).toHaveLength(2))
})

it('work beyond the list is counted, with a link to all of its kind', async () => {
  start = { ...start, tickets: Array.from({ length: START_ROWS }, (_, at) => waiting({ ticket_number: String(at) })), orders: [order] }
  server.on(tickets.waiting, { waiting: 63, overdue: 0 })
  open()
  const work = within(await screen.findByRole('region', { name: '等待处理' }))
  expect(await work.findByText('售后工单 63')).toBeTruthy()
  expect(work.getByText('全部 64')).toBeTruthy()
  expect(work.getByText(/另有 13 件未列出/)).toBeTruthy()
  expect(work.getByRole('link', { name: '售后工单' }).getAttribute('href')).toBe('/tickets/all')
  expect(work.queryByRole('link', { name: '组网工单' })).toBeNull()
})

it('how long a trouble lasts goes on while nothing is read again', async () => {
  stopClock()
  try {
    start = { ...start, customers: 1, troubled: [trouble(1, { since: NOW - 600 })] }
    open()
    await heading('工作台 1 个客户出故障')
    expect(screen.getByText('10 分钟')).toBeTruthy()
    await pass(125_000)
    expect(screen.getByText('12 分钟')).toBeTruthy()
    expect(server.asked(desk.start)).toHaveLength(1)
  } finally {
    vi.useRealTimers()
  }
})
