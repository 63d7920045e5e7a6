// @vitest-environment jsdom
import { focusManager } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { contract, type NetworkInfo, type NetworkMember, type NetworkState, type RevisionState } from '@weft/contract'
import { pass, stopClock } from '@weft/ui/testing/clock.ts'
import { openPage } from '@weft/ui/testing.tsx'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { aConfig, aLink, aMember, anAccount, anAuth, aNetwork } from '../../../../test/data.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
// The page loads these modules on demand; imported here, no test waits for them.
import '../bulk/BulkDrawer.tsx'
import '../dialogs/AddMemberDrawer.tsx'
import '../dialogs/DeleteNetworkDialog.tsx'
import '../dialogs/RenameNetworkDialog.tsx'
import '../topology/TopologyCanvas.tsx'
import './LinkTable.tsx'
import './MemberTable.tsx'
import { NetworkDetailPage } from './NetworkDetailPage.tsx'
import { user } from '@weft/ui/testing/user.ts'
import '../../../shared/network/RemoveMemberDialog.tsx'
import { liveNetwork } from './network-state.ts'
import { RevisionProgress } from './RevisionProgress.tsx'

let server: StubServer
let network: NetworkInfo
let online: NetworkState['online']
let now: number
beforeEach(() => {
  server = stubServer()
  network = aNetwork()
  online = {}
  now = 1_790_000_000
  server.on(contract.account.info, anAccount())
  server.on(contract.network.config, aConfig())
  server.on(contract.network.info, () => network)
  server.on(contract.network.status, () => ({
    time: (now += 10),
    network_status: network.network_status,
    revision: network.revision,
    revision_state: network.revision_state,
    link: network.link,
    online,
    member: Object.keys(online).map((router_name) => ({
      router_name,
      state: 'down' as const,
      cause: 'connection_lost' as const,
      since: now,
    })),
  }))
  server.on(contract.router.hardware, {
    rows: [{ router_name: 'HW-0003', note: '', online: 1, network_count: 0, network_number: null, networks: [], lan: [], address: null }],
    count: 1,
  })
  server.on(contract.router.software, { rows: [], count: 0 })
  server.on(contract.traffic.links, [])
})
afterEach(() => {
  vi.useRealTimers()
  focusManager.setFocused(undefined)
})

const open = (rest = '&tab=members') =>
  openPage(<NetworkDetailPage />, `/network/detail?network_number=1000000001${rest}`, '/network/detail')
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr') as HTMLElement)

const waiting = (state: NetworkMember['state'], change: Partial<NetworkMember> = {}) =>
  aMember({ router_name: 'SH-1', note: '', member_type: 'point', revision_state: 'pending', online: 0, online_status: 0, state, ...change })
const refusing = (at: number) =>
  aMember({ router_name: `GZ-${at}`, note: `广州 ${at}`, member_type: 'point', revision_state: 'failed', state: 'failed' })
const members = '/network/detail?network_number=1000000001&tab=members'

it.each<[string, NetworkMember[], RevisionState, string, string, string]>([
  ['a router that never connected', [waiting('never')], 'applied', 'SH-1 首次上线后下发', '/router/detail?router_name=SH-1', '1/2 已生效'],
  ['a lost router', [waiting('down')], 'applied', 'SH-1 上线后下发', '/router/detail?router_name=SH-1', '1/2 已生效'],
  ['two that are away', [waiting('never'), waiting('idle', { router_type: 2 })], 'applied', '2 个上线后下发', members, '1/3 已生效'],
  [
    'one that is being asked and one away',
    [waiting('up', { online_status: 1 }), waiting('down')],
    'pending',
    'SH-1 上线后下发',
    '/router/detail?router_name=SH-1',
    '下发中 1/3',
  ],
  ['one that refused', [refusing(1)], 'failed', '广州 1 下发失败', '/router/detail?router_name=GZ-1', '广州 1 下发失败'],
  ['two that refused', [refusing(1), refusing(2)], 'failed', '2 个下发失败：广州 1、广州 2', members, '2 个下发失败：广州 1、广州 2'],
])(
  'a revision of a network with %s says how far it has come, and links to who has not got it',
  async (_, others, state, words, target, count) => {
    openPage(<RevisionProgress network={liveNetwork(aNetwork({ revision_state: state, member: [aMember(), ...others] }), now)} />)
    expect((await screen.findByRole('link', { name: words })).getAttribute('href')).toBe(target)
    expect(screen.getByText(count)).toBeTruthy()
    expect(screen.queryAllByText(/^下发中/)).toHaveLength(state === 'pending' ? 1 : 0)
  },
)

it('the page polls the state every 10 seconds and shows it, and stops while the tab is hidden', async () => {
  stopClock()
  open()
  expect((await rowOf('SH-0002')).getByText('正常')).toBeTruthy()
  await waitFor(() => expect(server.asked(contract.network.status)).toHaveLength(1))
  online = { 'SH-0002': 0 }
  await pass(10_000)
  await waitFor(async () => expect((await rowOf('SH-0002')).getByText('失联')).toBeTruthy())
  const asked = () => server.asked(contract.network.status).length
  const before = asked()
  focusManager.setFocused(false)
  await pass(30_000)
  expect(asked()).toBe(before)
  focusManager.setFocused(true)
  await pass(10_000)
  expect(asked()).toBeGreaterThan(before)
})

it('a state that says the network is deleted makes the page load it again and show that', async () => {
  stopClock()
  open()
  await rowOf('SH-0002')
  await waitFor(() => expect(server.asked(contract.network.status)).toHaveLength(1))
  server.refuse(contract.network.status, 204, '组网不存在')
  server.refuse(contract.network.info, 204, '组网不存在')
  await pass(10_000)
  await waitFor(() => expect(server.asked(contract.network.info)).toHaveLength(2))
  expect((await screen.findAllByText('组网不存在')).length).toBeGreaterThan(0)
})

it('a member is removed after one question', async () => {
  server.on(contract.network.remove_member, () => {
    network = aNetwork({ revision: 8, member: network.member.slice(0, 1) })
    return null
  })
  open()
  await user.click(await screen.findByRole('button', { name: '上海门店 的更多操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '移出' }))
  const question = within(await screen.findByRole('dialog'))
  expect(question.getByText('上海门店 移出「华东生产网」后将与该组网断开，成员本身不会删除')).toBeTruthy()
  await user.click(await question.findByRole('button', { name: '移出' }))
  await waitFor(() => expect(screen.queryByText('SH-0002')).toBeNull())
  expect(server.asked(contract.network.remove_member)).toEqual([{ network_number: '1000000001', router_name: 'SH-0002' }])
})

it('a member is added, but not as a center beyond the limit', async () => {
  server.on(contract.network.add_member, null)
  open()
  await user.click(await screen.findByRole('button', { name: '更多操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '添加成员' }))
  const drawer = within(await screen.findByRole('dialog'))
  await waitFor(() => expect(document.activeElement).toBe(drawer.getByRole('radio', { name: '硬件成员' })))
  await user.click(drawer.getByRole('button', { name: '添加' }))
  expect(await drawer.findByText('请选择成员')).toBeTruthy()
  await user.click(drawer.getByRole('radio', { name: '中心' }))
  await user.click(drawer.getByRole('combobox'))
  await user.click(await screen.findByTitle('HW-0003'))
  await user.click(drawer.getByRole('button', { name: '添加' }))
  expect(await drawer.findByText('中心最多支持 1 个')).toBeTruthy()
  expect(server.asked(contract.network.add_member)).toEqual([])
  await user.click(drawer.getByRole('radio', { name: '分支' }))
  await user.click(drawer.getByRole('button', { name: '添加' }))
  await waitFor(() => expect(server.asked(contract.network.add_member)).toHaveLength(1))
  expect(server.asked(contract.network.add_member)).toEqual([
    { network_number: '1000000001', router_name: 'HW-0003', member_type: 'point' },
  ])
})

it('an unusable network shows why and cannot be configured', async () => {
  network = aNetwork({ network_status: 0 })
  open()
  expect(await screen.findByText('组网不可用：已组网成员数超过可用成员数')).toBeTruthy()
  expect(screen.getByRole('button', { name: '移出成员' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '添加分支' })).toBeNull()
})

it('the page offers no action that the role does not grant', async () => {
  server.on(contract.account.info, anAccount({ ram: 1, auth: anAuth({ create: 0, edit: 0, delete: 0 }) }))
  open()
  await screen.findByText('SH-0002')
  expect(screen.queryByRole('button', { name: /移出|配置 / })).toBeNull()
  expect(screen.queryByRole('button', { name: /动态路由|添加分支/ })).toBeNull()
  expect(screen.queryByRole('switch', { name: /动态路由/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: '更多操作' }))
  expect((await screen.findAllByRole('menuitem')).map((item) => item.textContent)).toEqual(['版本历史', '导出拓扑图'])
})

it('polling asks for changes since the last answer; another revision loads the whole network, and then everything is asked for', async () => {
  stopClock()
  open()
  await screen.findByText('SH-0002')
  await waitFor(() => expect(server.asked(contract.network.status)).toHaveLength(1))
  await pass(10_000)
  const asked = () => server.asked(contract.network.status).map(({ since }) => since)
  expect(asked()).toEqual([undefined, '1790000010'])
  network = aNetwork({ revision: 8, member: [...network.member, aMember({ router_name: 'BJ-0007', member_type: 'point' })] })
  await pass(10_000)
  expect(await screen.findByText('BJ-0007')).toBeTruthy()
  expect(server.asked(contract.network.info)).toHaveLength(2)
  await pass(10_000)
  expect(asked().at(-1)).toBeUndefined()
})

it('removing a center shows the setting that needs it and opens its panel', async () => {
  network = aNetwork({
    member: [...network.member, aMember({ router_name: 'HQ-0003' })],
    routing: { type: 2, main_router: 'HQ-0001', secondary_router: 'HQ-0003' },
  })
  const page = open()
  await user.click(await screen.findByRole('button', { name: '总部 ·0001 的更多操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '移出' }))
  const question = within(await screen.findByRole('dialog', { name: '移出成员' }))
  expect(question.queryByRole('button', { name: '移出' })).toBeNull()
  await user.click(question.getByRole('button', { name: '去调整：主备线路的主中心' }))
  await waitFor(() => expect(page.address()).toContain('panel=routing'))
})

it('several members are removed in one call', async () => {
  network = aNetwork({ member: [...network.member, aMember({ router_name: 'BJ-0003', member_type: 'point' })] })
  server.on(contract.network.edit, null)
  open()
  await user.click(await screen.findByRole('checkbox', { name: '选择 SH-0002' }))
  await user.click(screen.getByRole('button', { name: '批量移出' }))
  const question = within(await screen.findByRole('dialog'))
  await user.click(question.getByRole('button', { name: '移出' }))
  await waitFor(() => expect(server.asked(contract.network.edit)).toHaveLength(1))
  expect(server.asked(contract.network.edit)[0]).toEqual({
    network_number: '1000000001',
    network_name: '华东生产网',
    revision: 7,
    center: ['HQ-0001'],
    point: ['BJ-0003'],
  })
})

it('dynamic routing is switched for one member at once, and for all after a question', async () => {
  server.on(contract.networkSettings.quagga, null)
  server.on(contract.networkSettings.quagga_disable, null)
  open()
  await user.click(await screen.findByRole('switch', { name: '上海门店 的动态路由' }))
  await waitFor(() =>
    expect(server.asked(contract.networkSettings.quagga)).toEqual([{ network_number: '1000000001', router_name: 'SH-0002', enable: 1 }]),
  )
  await user.click(screen.getByRole('button', { name: '批量停用动态路由' }))
  expect(server.asked(contract.networkSettings.quagga_disable)).toEqual([])
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '停用' }))
  await waitFor(() => expect(server.asked(contract.networkSettings.quagga_disable)).toHaveLength(1))
})

it('links are filtered by state, and those of software members can be disconnected', async () => {
  const link = { router_name: 'li@20000001', router_name_note: '', center_router_name: 'HQ-0001', center_router_name_note: '总部' }
  network = aNetwork({
    member: [...network.member, aMember({ router_name: 'li@20000001', note: '', router_type: 2, member_type: 'point' })],
    link: [aLink(), aLink({ ...link, vpn_online: 1, vpn_online_time: 60 })],
  })
  const operation_id = '00000000-0000-4000-8000-000000000001'
  server.on(contract.networkSettings.kill_user, { operation_id })
  const left = { router_name: 'HQ-0001', reason: 'away', error: null } as const
  let asked = 0
  server.on(contract.networkSettings.operation, () => {
    asked += 1
    if (asked < 4) return { done: 0, waiting: 1, failed: 0, members: [{ ...left, state: 'waiting' as const }] }
    return { done: 0, waiting: 0, failed: 1, members: [{ ...left, state: 'failed' as const }] }
  })
  const page = open('&tab=links')
  expect(await screen.findByText('SH-0002')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '强制下线 SH-0002' })).toBeNull()
  await user.click(screen.getByRole('combobox', { name: '状态' }))
  await user.click(await screen.findByTitle('正常'))
  await waitFor(() => expect(screen.queryByText('SH-0002')).toBeNull())
  expect(page.address()).toContain('status=up')
  await user.click(screen.getByRole('button', { name: '强制下线 li@20000001' }))
  const question = within(await screen.findByRole('dialog'))
  expect(question.getByText('li@20000001 的当前连接将断开并自动重连')).toBeTruthy()
  await user.click(question.getByRole('button', { name: '强制下线' }))
  await waitFor(() => expect(server.asked(contract.networkSettings.kill_user)).toHaveLength(1))
  expect(await screen.findByText('强制下线：等待 HQ-0001 执行，最多 2 分钟', {}, { timeout: 10_000 })).toBeTruthy()
  expect(await screen.findByText('强制下线未完成：HQ-0001 没有连接到平台', {}, { timeout: 10_000 })).toBeTruthy()
  expect(server.asked(contract.networkSettings.operation)[0]).toEqual({ network_number: network.network_number, operation_id })
})

it('a link that is down comes first, and says since when; one of a site that never connected is not down', async () => {
  const to = (router_name: string, change: Parameters<typeof aLink>[0]) =>
    aLink({ router_name, center_router_name_note: '总部', ...change })
  network = aNetwork({
    member: ['SH-0002', 'SH-0003', 'SH-0004'].map((router_name) => aMember({ router_name, member_type: 'point' })),
    link: [
      to('SH-0002', { state: 'up', vpn_online: 1, vpn_online_time: 60, since: 1_790_000_000 }),
      to('SH-0003', { state: 'never' }),
      to('SH-0004', { state: 'down', since: 1_789_990_000 }),
    ],
  })
  open('&tab=links')
  const rows = (await screen.findAllByRole('row')).map((row) => row.textContent).filter((row) => row.includes('SH-'))
  expect(rows.map((row) => ['中断', '从未连接', '正常'].find((word) => row.includes(word)))).toEqual(['中断', '从未连接', '正常'])
  expect(rows[0]).toContain('2026-09-21 19:26')
  await user.click(screen.getByRole('combobox', { name: '状态' }))
  await user.click(await screen.findByTitle('从未连接'))
  await waitFor(() => expect(screen.queryByText('SH-0004')).toBeNull())
})

it('a link shows what it carries in each direction, with the peak; one that is down shows its peak alone', async () => {
  const member = ['SH-0002', 'SH-0003', 'SH-0004'].map((router_name) => aMember({ router_name, member_type: 'point' }))
  network = aNetwork({ member: [...network.member, ...member], link: member.map(({ router_name }) => aLink({ router_name })) })
  const ends = (router_name: string) => ({ router_name, center_router_name: 'HQ-0001' })
  server.on(contract.traffic.links, [
    { ...ends('SH-0002'), down: 3_210_000, upload: 640_000, peak_down: 12_000_000, peak_upload: 4_500_000 },
    { ...ends('SH-0003'), down: null, upload: null, peak_down: 96_000, peak_upload: 8000 },
    { ...ends('SH-0004'), down: null, upload: null, peak_down: null, peak_upload: null },
  ])
  open('&tab=links')
  await screen.findAllByText(/24 小时峰值/)
  expect([...document.querySelectorAll('.network-link-traffic')].map((cell) => cell.textContent)).toEqual([
    '↓下行 3.21↑上行 0.64Mbit/s24 小时峰值 ↓下行 12.00↑上行 4.50Mbit/s',
    expect.stringMatching(/^—.+24 小时峰值 ↓下行 96.00↑上行 8.00Kbit\/s$/),
  ])
  expect(server.asked(contract.traffic.links)[0]).toEqual({
    network_number: '1000000001',
    router_name: ['SH-0002', 'SH-0003', 'SH-0004'],
  })
})

it('the page explains why members of a network without centers have no link', async () => {
  const port = { public_ip: null, public_port: null, static_port: null }
  const member = ['P-0001', 'P-0002', 'P-0003'].map((router_name) =>
    aMember({ router_name, note: '', router_type: 1, member_type: 'point', fixed_port: null, gateway: null }),
  )
  network = aNetwork({ network_type: 2, member, link: [] })
  const first = open('&tab=links')
  expect(await screen.findByText(/成员都没有公网地址，无法互相拨入/)).toBeTruthy()
  first.unmount()
  const dialled = { ...member[0]!, fixed_port: { router: port, software: port } }
  const link = ['P-0002', 'P-0003'].map((router_name) => aLink({ router_name, center_router_name: 'P-0001', kind: 'p2p' }))
  network = aNetwork({ network_type: 2, member: [dialled, ...member.slice(1)], link })
  open('&tab=links')
  expect(await screen.findByText('2 个没有公网地址的成员之间没有直连链路')).toBeTruthy()
  expect(screen.getByText(/经 P-0001 转发/)).toBeTruthy()
  expect(screen.getAllByText('点对点链路')).toHaveLength(2)
})

it('the graph keeps the selection in the address', async () => {
  const page = open('&look=topology')
  // jsdom has no layout, so the canvas's panning must not receive mouse events.
  fireEvent.click(await screen.findByRole('button', { name: '分支 上海门店 SH-0002，在线，0 条链路' }))
  await waitFor(() => expect(page.address()).toContain('node=SH-0002'))
  expect(within(await screen.findByRole('dialog')).getByText('查看成员详情')).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(page.address()).not.toContain('node='))
})

it('the page first shows the loom, and after 30 s without an answer says of when its picture is, and tries again when asked', async () => {
  stopClock()
  open('')
  expect(await screen.findByRole('treegrid', { name: '链路：行是站点，列是中心和 POP' })).toBeTruthy()
  expect(screen.getByRole('tab', { name: '拓扑' }).getAttribute('aria-selected')).toBe('true')
  await waitFor(() => expect(server.asked(contract.network.status)).toHaveLength(1))
  server.silence(contract.network.status)
  await pass(20_000)
  expect(screen.queryByText(/^实时连接已断开/)).toBeNull()
  await pass(20_000)
  expect(await screen.findByText(/^实时连接已断开，以下是 \d\d:\d\d:\d\d 的状态$/)).toBeTruthy()
  const asked = server.asked(contract.network.status).length
  await user.click(screen.getByRole('button', { name: '立即重连' }))
  await waitFor(() => expect(server.asked(contract.network.status)).toHaveLength(asked + 1))
})

it('an empty network offers to add a member', async () => {
  network = aNetwork({ member: [] })
  open('&tab=topology')
  expect(await screen.findByText('组网里还没有成员')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: '添加成员' })).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: '添加分支' }))
  expect(await screen.findByRole('dialog', { name: /^批量添加分支/ })).toBeTruthy()
})

it('a network is deleted by typing its name, and the list opens', async () => {
  server.on(contract.network.delete, null)
  const page = open()
  await user.click(await screen.findByRole('button', { name: '更多操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '删除组网' }))
  await user.type(await screen.findByLabelText('请输入 华东生产网 以确认'), '华东生产网{Enter}')
  await waitFor(() => expect(page.address()).toBe('/network/lists'))
})

it('renaming a network sends the revision on screen', async () => {
  server.on(contract.network.rename, null)
  open()
  await user.click(await screen.findByRole('button', { name: '更多操作' }))
  await user.click(await screen.findByText('重命名'))
  await user.type(await screen.findByLabelText('组网名称'), '二')
  await user.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(server.askedUpon(contract.network.rename)).toEqual([String(network.revision)]))
})
