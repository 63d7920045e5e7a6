// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import type { AccountTrouble, OperatorRole } from '@weft/contract'
import { type Answer, type Asked, openPage, stubBrowser } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { AccountPage } from './AccountPage.tsx'
import { user } from '@weft/ui/testing/user.ts'

const info = {
  account_number: '45541385',
  username: 'yunqiao2026',
  nickname: '云桥办公用品',
  phone: '138****8000',
  email: null,
  status: 1,
  create_time: 1_790_000_000,
  limits: {
    network_router_use: 54,
    network_router_count: 70,
    network_level: 2,
    network_center_count: 2,
    dns_quantity: 4,
    software: 16,
    software_max: 20,
    sub_accounts: 2,
    sub_accounts_max: 5,
    quagga: 1,
    quagga_advanced: 0,
    default_route: 1,
  },
  services: [
    {
      id: '7',
      account_number: '45541385',
      nickname: '云桥办公用品',
      service_code: 'dns',
      service_name: 'DNS 服务器',
      quantity: 2,
      start_time: 1_790_000_000,
      expired_time: 1_990_000_000,
    },
  ],
}
const well: AccountTrouble = { time: Math.floor(Date.now() / 1000), network_status: 1, count: 0, members: [], networks: [], tickets: [] }
let role: OperatorRole
let asked: Asked[]
const answers: Record<string, Answer> = {}
beforeEach(() => {
  localStorage.clear()
  role = 'admin'
  asked = []
  Object.assign(answers, {
    'accounts/info': { data: info },
    'accounts/trouble': { data: well },
    'desk/state': { data: { customers: 0, members: 0, latest: null } },
    'services/catalogue': { data: [{ service_code: 'dns', service_name: 'DNS 服务器', unit: '个', grantable: 1 }] },
    'accounts/login_link': { data: { url: 'https://console.example.cn/login?token=secret' } },
    'services/grant': { data: { id: '8' } },
  })
  stubBrowser((request) => {
    asked.push(request)
    if (request.path === 'operator/info') return { data: { username: 'li', role, totp: 0 } }
    return answers[request.path] ?? (request.path.endsWith('lists') ? { data: [], count: 0 } : {})
  })
})

const open = () => openPage(<AccountPage />, '/accounts/detail?account_number=45541385', '/accounts/detail')
const sentTo = (path: string) => asked.filter((one) => one.path === path).map(({ body }) => body)

it('the page shows who the customer is, what they may use and what they bought', async () => {
  open()
  expect(await screen.findByRole('heading', { level: 1, name: '云桥办公用品' })).toBeTruthy()
  expect(screen.getByText('54 / 70')).toBeTruthy()
  expect(screen.getByText('138****8000')).toBeTruthy()
  expect(screen.getByText('DNS 服务器', { selector: 'td' })).toBeTruthy()
})

it('the page begins with what is wrong: the lost member, why, where, and the ticket about it', async () => {
  const ticket = { ticket_number: '20261122000001', ticket_title: '成员 合肥政务店 离线' }
  const lost = {
    router_name: 'WR210M25031581',
    note: '合肥政务店',
    router_type: 1,
    state: 'down',
    cause: 'connection_lost',
    since: Math.floor(Date.now() / 1000) - 7200,
    networks: ['总部—门店', 'ERP'],
    ticket,
  }
  const other = { ...lost, router_name: 'li@yunqiao', note: '', router_type: 2, state: 'degraded', cause: 'tunnel_down', ticket: null }
  const networks = [{ network_number: '1000000001', network_name: '总部—门店', attention: 2 }]
  answers['accounts/trouble'] = { data: { ...well, count: 22, members: [lost, other], networks, tickets: [ticket] } }
  open()
  const card = await screen.findByRole('region', { name: '现在的问题' })
  expect(screen.getByText('22 个成员需要处理')).toBeTruthy()
  expect(within(card).getByRole('list', { name: '涉及的组网' }).textContent).toBe('总部—门店 2 个成员需要处理')
  const [, first, second] = within(card).getAllByRole('listitem')
  expect(within(first!).getByRole('link', { name: '合肥政务店 WR210M25031581' }).getAttribute('href')).toBe(
    '/devices?search=WR210M25031581',
  )
  expect(first!.textContent).toContain('失联')
  expect(first!.textContent).toContain('设备与平台失去联系')
  expect(first!.textContent).toContain('总部—门店、ERP')
  expect(first!.textContent).toContain('2 小时')
  expect(within(first!).getByRole('link', { name: ticket.ticket_title }).getAttribute('href')).toBe(
    '/tickets/detail?ticket_number=20261122000001',
  )
  expect(second!.textContent).toContain('客户还没有报障')
  expect(within(second!).queryByRole('link')).toBeNull()
  expect(within(card).getByText('另有 20 个成员未列出')).toBeTruthy()
  const services = screen.getByRole('region', { name: '服务' })
  expect(card.compareDocumentPosition(services)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

it('a customer whose networks are stopped is told from one whose members are well', async () => {
  open()
  expect(await screen.findByText('运行正常')).toBeTruthy()
  expect(screen.queryByRole('region', { name: '现在的问题' })).toBeNull()
  answers['accounts/trouble'] = { data: { ...well, network_status: 0 } }
  open()
  expect(await screen.findByText('已组网成员数超过可用成员数，全部组网已停用')).toBeTruthy()
})

it('the lists of a tab are requested when it is first opened, for this account only', async () => {
  open()
  await waitFor(() => expect(asked.some(({ path }) => path === 'devices/lists')).toBe(true))
  expect(asked.some(({ path }) => path === 'audit/lists')).toBe(false)
  await user.click(await screen.findByRole('tab', { name: '操作审计' }))
  await waitFor(() => expect(asked.some(({ path }) => path === 'audit/lists')).toBe(true))
  for (const [name, path] of [
    ['售后工单', 'tickets/lists'],
    ['组网工单', 'work_orders/lists'],
  ] as const) {
    await user.click(screen.getByRole('tab', { name }))
    await waitFor(() => expect(asked.some((one) => one.path === path)).toBe(true))
  }
  for (const { path, query } of asked.filter((one) => one.path.endsWith('/lists')))
    expect(query.get('account_number'), path).toBe('45541385')
})

it('a service is granted', async () => {
  open()
  await user.click(await screen.findByRole('button', { name: '开通服务' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('combobox'))
  await user.click(await screen.findByText('DNS 服务器（个）'))
  await user.click(dialog.getByRole('button', { name: '开通' }))
  await waitFor(() =>
    expect(sentTo('services/grant')).toMatchObject([{ account_number: '45541385', service_code: 'dns', quantity: 1, expired_time: null }]),
  )
})

it('no login link is made without a reason, and the link is shown once', async () => {
  open()
  await user.click(await screen.findByRole('button', { name: '授权登录链接' }))
  await user.click(await screen.findByRole('button', { name: '生成链接' }))
  await waitFor(() => expect(screen.getAllByText('原因不能为空').length).toBeGreaterThan(0))
  expect(sentTo('accounts/login_link')).toEqual([])
  await user.type(screen.getByLabelText('原因'), '求助')
  await user.click(screen.getByRole('button', { name: '生成链接' }))
  expect(await screen.findByText('https://console.example.cn/login?token=secret')).toBeTruthy()
  expect(sentTo('accounts/login_link')).toEqual([{ account_number: '45541385', reason: '求助' }])
  await user.click(screen.getByRole('button', { name: '完成' }))
  await waitFor(() => expect(screen.queryByText('https://console.example.cn/login?token=secret')).toBeNull())
})

it("actions that the operator's role may not take are not offered", async () => {
  role = 'network'
  open()
  expect(await screen.findByRole('button', { name: /分配设备/ })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '授权登录链接' })).toBeNull()
  expect(screen.queryByRole('button', { name: '更多操作' })).toBeNull()
  expect(screen.queryByRole('button', { name: '开通服务' })).toBeNull()
  expect(screen.queryByRole('button', { name: '服务 DNS 服务器 的操作' })).toBeNull()
})

it('services are renewed to one day, but for the one that ends on it already, and that can be undone', async () => {
  const second = { ...info.services[0]!, id: '9', service_code: 'sub_account', expired_time: 1_995_000_000 }
  answers['accounts/info'] = { data: { ...info, services: [...info.services, second] } }
  answers['services/renew_all'] = { data: null }
  open()
  await user.click(await screen.findByRole('button', { name: '续费…' }))
  const dialog = within(await screen.findByRole('dialog'))
  for (const box of dialog.getAllByRole('checkbox')) await user.click(box)
  await user.click(dialog.getByText('到同一天'))
  await user.click(dialog.getByRole('button', { name: /^续\s*费$/ }))
  expect(await screen.findByText('已续费 1 项服务')).toBeTruthy()
  const [sent] = sentTo('services/renew_all')
  expect(sent).toEqual({
    services: [{ id: '7', seen_expired_time: 1_990_000_000, expired_time: 1_995_000_000 }],
  })
  await user.click(screen.getByRole('button', { name: /^撤\s*销$/ }))
  await waitFor(() => expect(sentTo('services/renew_all')).toHaveLength(2))
  expect(sentTo('services/renew_all')[1]).toEqual({
    services: [{ id: '7', seen_expired_time: 1_995_000_000, expired_time: 1_990_000_000 }],
  })
})

it('the first button answers what the customer waits for, and a disabled account says what still runs', async () => {
  answers['accounts/trouble'] = { data: { ...well, tickets: [{ ticket_number: '20261122000001', ticket_title: '断网' }] } }
  open()
  expect((await screen.findByRole('link', { name: '回复工单' })).getAttribute('href')).toBe('/tickets/detail?ticket_number=20261122000001')
  answers['accounts/info'] = { data: { ...info, status: 0 } }
  open()
  expect(await screen.findByText('所有登录已退出且不能再登录；组网和成员仍在运行')).toBeTruthy()
  expect(screen.queryByRole('link', { name: '回复工单' })).toBeNull()
})
