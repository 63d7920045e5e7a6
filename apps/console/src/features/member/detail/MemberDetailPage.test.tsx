// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import {
  contract,
  type MemberAvailability,
  type MemberCheck,
  type MemberInfo,
  type MemberPath,
  type TrafficHistoryPoint,
} from '@weft/contract'
import { pass, stopClock } from '@weft/ui/testing/clock.ts'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aLostPath, aPath } from '../../../../test/member-path.ts'
import { aDevice } from '../../../../test/member-info.ts'
import { aMember, anAccount, anAuth, aNetwork } from '../../../../test/data.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { applying, useApplying } from '../../../shared/apply/applying.ts'
import { MemberDetailPage } from './MemberDetailPage.tsx'
import { findButton, findDialog, press } from '@weft/ui/testing/find-button.ts'
import { user } from '@weft/ui/testing/user.ts'

class FakeSocket extends EventTarget {
  static opened: FakeSocket[] = []
  closed = false
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    FakeSocket.opened.push(this)
  }
  close() {
    this.closed = true
  }
  tell(message: unknown) {
    act(() => void this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) })))
  }
}

const points = (...rates: [time: number, down: number, upload: number][]): TrafficHistoryPoint[] =>
  rates.map(([time, down, upload]) => ({ interface: 'wan', time, down, upload, peak_down: down, peak_upload: upload }))

const aWeek = (): MemberAvailability => ({
  from: 1_789_999_200 - 6 * 86_400,
  days: Array.from({ length: 7 }, (_, at) => ({ day: `2026-09-${15 + at}`, availability: at < 5 ? 100 : 99.5 })),
  outages: [],
  availability: 99.86,
  count: 2,
  seconds: 1020,
})
let server: StubServer
let member: MemberInfo
let path: MemberPath
beforeEach(() => {
  server = stubServer()
  member = aDevice()
  path = aPath('online', ['up', 'up', 'up', 'up'])
  FakeSocket.opened = []
  vi.stubGlobal('WebSocket', FakeSocket)
  server.on(contract.account.info, anAccount())
  server.on(contract.login.socket_ticket, { ticket: 'once' })
  server.on(contract.router.info, () => member)
  server.on(contract.traffic.history, points([1_790_000_000, 16_000_000, 8_000_000], [1_790_000_060, 4_000_000, 1_000_000]))
  server.on(contract.memberRecords.connect, { rows: [], count: 0 })
  server.on(contract.memberRecords.path, () => path)
  server.on(contract.directory.status, { enable: 0, sync_mode: null })
  server.on(contract.outages.availability, aWeek())
  server.on(contract.outages.list, { rows: [], count: 0 })
})
const open = (query = '?router_name=SH-0002') => openPage(<MemberDetailPage />, `/router/detail${query}`, '/router/detail')
const card = async (name: string) => within(await screen.findByRole('region', { name }))
const live = async () => {
  await waitFor(() => expect(FakeSocket.opened).toHaveLength(1))
  const [socket] = FakeSocket.opened
  if (!socket) throw new Error('no socket')
  const tell = (name: string, time: number, down: number, upload: number) =>
    socket.tell({ code: 200, msg: '', data: { interfaces: member.interfaces, samples: [{ interface: name, time, down, upload }] } })
  return { socket, tell }
}

it('the page leads back to the list without a name, and reads a member that does not exist only once', async () => {
  expect(open('').address()).toBe('/router/lists')
  server.refuse(contract.router.info, 204, '成员不存在')
  open()
  await waitFor(() => expect(server.asked(contract.router.info)).toHaveLength(1))
})

it('the page shows what is known of a device, and a dash for what is not', async () => {
  open('?router_name=SH-0002&tab=device')
  const facts = await card('设备信息')
  expect(facts.getByText('WR-210')).toBeTruthy()
  expect(within(facts.getByText('固件版本').parentElement as HTMLElement).getByText('—')).toBeTruthy()
  expect(facts.getByRole('button', { name: '复制 203.0.113.7' })).toBeTruthy()
  expect((await card('接口')).getByText('PPPoE')).toBeTruthy()
  const network = (await card('所属组网')).getByRole('link', { name: '华东生产办公网络（12 个成员）' })
  expect(network.textContent).toBe('华东生产办公…（12 个成员）')
  expect(network.getAttribute('href')).toBe('/network/detail?network_number=1000000001')
})

it('the page offers to create a network for a member that is in none, to a login that may', async () => {
  member = aDevice({ network: [] })
  open('?router_name=SH-0002&tab=device')
  expect((await card('所属组网')).getByText('未创建')).toBeTruthy()
  expect((await card('所属组网')).getByRole('link', { name: '创建组网' })).toBeTruthy()
  server.on(contract.account.info, anAccount({ ram: 1, auth: anAuth({ create: 0 }) }))
  open('?router_name=SH-0002&tab=device')
  expect((await card('所属组网')).getByText('未创建')).toBeTruthy()
  expect((await card('所属组网')).queryByRole('link')).toBeNull()
})

it('the card turns through several networks every 5 seconds, and stays while it is stopped', async () => {
  stopClock()
  const network = ['甲', '乙'].map((network_name, at) => ({ network_number: `100000000${at}`, network_name, network_member_count: 2 }))
  member = aDevice({ network })
  open('?router_name=SH-0002&tab=device')
  const turning = await card('所属组网')
  expect(turning.getByRole('link', { name: '甲（2 个成员）' })).toBeTruthy()
  await pass(5000)
  expect(turning.getByRole('link', { name: '乙（2 个成员）' })).toBeTruthy()
  act(() => turning.getByRole('button', { name: '暂停轮播' }).click())
  await pass(20_000)
  expect(turning.getByRole('link', { name: '乙（2 个成员）' })).toBeTruthy()
  act(() => turning.getByRole('button', { name: '下一个组网' }).click())
  expect(turning.getByRole('link', { name: '甲（2 个成员）' })).toBeTruthy()
  vi.useRealTimers()
})

it('the chart reports the newest rates and the peak in both units, of the first interface until another is chosen', async () => {
  const page = open()
  const { socket, tell } = await live()
  expect(socket.url).toContain('/api/v1/router/traffic?token=once&router_name=SH-0002')
  tell('wan0', 1, 80_000_000, 1_000_000)
  tell('wan0', 6, 16_000_000, 8_000_000)
  tell('wan1', 6, 4_000_000, 0)
  const image = '当前下行 16.00 Mbit/s（2.00 MB/s），上行 8.00 Mbit/s（1.00 MB/s），峰值 80.00 Mbit/s（10.00 MB/s）'
  expect(await screen.findByRole('img', { name: image })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '查看数据表' }))
  const table = within(screen.getByRole('region', { name: '流量数据' }))
  expect(table.getAllByRole('row')).toHaveLength(3)
  expect(table.getByText('10.00')).toBeTruthy()
  fireEvent.click(within(screen.getByRole('radiogroup', { name: '接口' })).getByRole('radio', { name: 'wan1' }))
  expect(screen.getByText('切换中')).toBeTruthy()
  expect(await screen.findByRole('img', { name: /^当前下行 4\.00 Mbit\/s/ })).toBeTruthy()
  expect(page.address()).toContain('interface=wan1')
  await waitFor(() => expect(screen.queryByText('切换中')).toBeNull())
})

it('live traffic rests while it is paused, and the card says why there is nothing to show', async () => {
  server.on(contract.traffic.history, [])
  open()
  const { socket } = await live()
  socket.tell({ code: 403, msg: '成员未登录，暂无实时流量', data: { interfaces: [], samples: [] } })
  expect(await screen.findByText('成员未登录，暂无实时流量')).toBeTruthy()
  expect(screen.queryByText(/重连中/)).toBeNull()
  await user.click(screen.getByRole('button', { name: '暂停' }))
  expect(await screen.findByText('已暂停')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '继续' }))
  await waitFor(() => expect(FakeSocket.opened).toHaveLength(2))
})

it('a device that never was online is not shown as reconnecting', async () => {
  server.on(contract.traffic.history, [])
  member = aDevice({ report_time: null, online: 0, online_status: 0 })
  open()
  const { socket } = await live()
  socket.tell({ code: 403, msg: '成员未登录，暂无实时流量', data: { interfaces: [], samples: [] } })
  expect(await screen.findByText('设备尚未上线过，上线后在这里显示实时流量')).toBeTruthy()
  expect(screen.getByText('尚未上线过')).toBeTruthy()
  expect(screen.queryByText(/重连中/)).toBeNull()
})

it('choosing a range closes the socket and requests the points of the range once', async () => {
  const page = open()
  const { socket } = await live()
  await user.click(await screen.findByText('1 周'))
  expect(await screen.findByRole('img', { name: /^最近下行 4\.00 Mbit\/s（0\.50 MB\/s）.*峰值 16\.00/ })).toBeTruthy()
  expect(socket.closed).toBe(true)
  expect(page.address()).toContain('range=1w')
  expect(server.asked(contract.traffic.history)).toEqual(
    ['12h', '1w'].map((range) => ({ router_name: 'SH-0002', interface: 'wan0', range })),
  )
  expect(screen.getByRole('region', { name: '历史流量' })).toBeTruthy()
})

it('the name is changed from the header, and an unchanged one causes no call', async () => {
  server.on(contract.router.note, ({ note }) => {
    member = aDevice({ note })
    return { changed: 1, unchanged: 0, rows: [] }
  })
  open()
  await press('修改名称')
  await press('保存', await findDialog('修改名称'))
  await waitFor(() => expect(document.querySelector('[role="dialog"]')).toBeNull())
  expect(server.asked(contract.router.note)).toEqual([])
  await press('修改名称')
  const dialog = await findDialog('修改名称')
  const field = within(dialog).getByLabelText('名称')
  await user.clear(field)
  await user.type(field, '徐汇门店')
  await press('保存', dialog)
  expect(await screen.findByRole('heading', { level: 1, name: '徐汇门店' })).toBeTruthy()
  expect(server.asked(contract.router.note)).toEqual([{ router_name: 'SH-0002', note: '徐汇门店' }])
})

describe('the path', () => {
  const lost = () => {
    member = aDevice({ state: 'down', cause: 'connection_lost', since: now() - 8040, online: 0, online_status: 0 })
    path = aLostPath(now() - 8040)
  }
  const now = () => Math.floor(Date.now() / 1000)
  const aCheck = (): MemberCheck => ({
    time: now(),
    uptime: 41 * 86_400,
    load: 0.12,
    memory: 38,
    clock_ahead: 60,
    gateway: { address: '192.168.1.1', measured: { rtt: 0.6, jitter: 0.1, loss: 0 } },
    tunnels: [
      { network_number: '1000000001', router_name: 'HQ-0001', ov_id: null, up: true, measured: { rtt: 12.6, jitter: 0.4, loss: 20 } },
    ],
  })
  const copied = async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText')
    return { write, last: () => String(write.mock.lastCall?.[0]) }
  }

  it('of a member that is well has four hops in order and no panel', async () => {
    open()
    const way = await card('连通路径')
    expect(way.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
      '设备：正常',
      '互联网：正常',
      '中心与 POP：正常',
      '组网：正常',
    ])
    expect(way.getByRole('link', { name: '上海总部机房' }).getAttribute('href')).toBe('/router/detail?router_name=HQ-0001')
    expect(way.queryByRole('heading', { level: 4 })).toBeNull()
    expect(screen.getByRole('link', { name: '添加路由前缀' }).getAttribute('href')).toContain('panel=prefix&node=SH-0002')
  })

  it('of a lost site shows when, why and what to do under its hop, and copies it as plain text', async () => {
    lost()
    open()
    expect(await screen.findByRole('link', { name: '失联 2 小时 14 分' })).toBeTruthy()
    const panel = within(await screen.findByRole('region', { name: '断电或上网线路中断的可能性最大' }))
    await user.click(screen.getByRole('link', { name: '失联 2 小时 14 分' }))
    expect(document.activeElement?.textContent).toBe('互联网：中断')
    expect(panel.getByText('4 条链路同时断开')).toBeTruthy()
    expect(within(panel.getByRole('list', { name: '步骤' })).getAllByRole('listitem')).toHaveLength(4)
    expect(screen.getByRole('heading', { name: /^互联网\s?：中断$/ }).closest('li')!.textContent).toContain('断电或上网线路中断')
    const { write, last } = await copied()
    await user.click(panel.getByRole('button', { name: '复制给现场同事' }))
    await waitFor(() => expect(write).toHaveBeenCalled())
    expect(last()).toContain('上海门店（SH-0002）')
    expect(last()).toContain('2. WAN 灯不亮或红色：重启光猫，等待 2 分钟')
    expect(panel.getByRole('link', { name: '提交工单' }).getAttribute('href')).toContain('/ticket/create?type=2')
  })

  it('is measured by the device when somebody asks: figures take the place of addresses, with the time', async () => {
    server.on(contract.memberRecords.check, aCheck())
    const answer = server.hold(contract.memberRecords.check)
    open()
    const way = await card('连通路径')
    await user.click(way.getByRole('button', { name: '立即检测' }))
    expect(await way.findByText('正在检测…')).toBeTruthy()
    answer()
    expect(await way.findByText(/^逐跳实测/)).toBeTruthy()
    expect(way.getByText('负载 0.12 · 内存 38%')).toBeTruthy()
    expect(way.queryByText(/时钟/)).toBeNull()
    expect(way.getByText('网关 192.168.1.1 · 0.6 ms · 丢包 0%')).toBeTruthy()
    const cells = within(way.getByRole('table')).getAllByRole('cell')
    expect(cells.slice(1).map((one) => one.textContent)).toEqual(['12.6 ms', '20%', '0.4 ms'])
  })

  it.each([
    ['快', 10 * 60 + 12, '设备时间比平台快 10 分钟，可能导致证书校验失败、日志时间不准，请联系设备维护人员校准'],
    ['慢', -3 * 3600, '设备时间比平台慢 3 小时，可能导致证书校验失败、日志时间不准，请联系设备维护人员校准'],
  ])('says that the clock of a measured device is wrong (%s)', async (_, clock_ahead, words) => {
    server.on(contract.memberRecords.check, { ...aCheck(), clock_ahead })
    open()
    const way = await card('连通路径')
    await user.click(way.getByRole('button', { name: '立即检测' }))
    expect(await way.findByText(words)).toBeTruthy()
  })

  it('shows why the device could not be measured', async () => {
    server.refuse(contract.memberRecords.check, 422, '成员 SH-0002 没有及时应答，请稍后重试')
    open()
    const way = await card('连通路径')
    await user.click(way.getByRole('button', { name: '立即检测' }))
    expect(await way.findByText('成员 SH-0002 没有及时应答，请稍后重试')).toBeTruthy()
  })

  it('of a lost site cannot be measured, and says why', async () => {
    lost()
    open()
    const way = await card('连通路径')
    expect(way.getByRole('button', { name: '立即检测', description: '设备不在线，恢复连接后才能检测' })).toHaveProperty('disabled', true)
  })

  it('of a lost site mutes its alerts for four hours, for a login that may', async () => {
    lost()
    server.on(contract.monitor.maintenance_create, { id: '1' })
    open()
    await press('静默告警 4 小时')
    await waitFor(() => expect(server.asked(contract.monitor.maintenance_create)).toHaveLength(1))
    expect(server.asked(contract.monitor.maintenance_create)).toEqual([{ name: '静默 上海门店', duration: 4 * 3600, router: ['SH-0002'] }])
  })

  it('offers no change to a login that may only view, and keeps causes and steps', async () => {
    lost()
    const auth = anAuth({ create: 0, edit: 0, delete: 0 }, { create: 0, edit: 0, delete: 0 })
    auth.monitor = { view: 1, create: 0, edit: 0, delete: 0 }
    server.on(contract.account.info, anAccount({ ram: 1, auth }))
    open()
    const panel = within(await screen.findByRole('region', { name: '断电或上网线路中断的可能性最大' }))
    expect(panel.getByRole('button', { name: '复制给现场同事' })).toBeTruthy()
    expect(panel.queryByRole('button', { name: '静默告警 4 小时' })).toBeNull()
    expect(screen.getByText('只读')).toBeTruthy()
    for (const name of ['修改名称', '更多操作']) expect(screen.queryByRole('button', { name })).toBeNull()
    expect(screen.queryByRole('button', { name: '立即检测' })).toBeNull()
  })

  it('of a device that never connected says who does what', async () => {
    member = aDevice({ state: 'never', cause: 'never_activated', online: 0, online_status: 0, report_time: null })
    path = aPath('never_activated', ['never', 'unknown', 'unknown', 'unknown'], { state: 'never', broken: 'device' })
    open()
    expect(await screen.findByRole('link', { name: '等待首次上线' })).toBeTruthy()
    const panel = within(await screen.findByRole('region', { name: '设备还没有激活' }))
    expect(panel.getByRole('heading', { name: '开通步骤' })).toBeTruthy()
    expect(panel.getByRole('button', { name: '复制开通步骤' })).toBeTruthy()
    expect(panel.getByRole('link', { name: '提交工单' })).toBeTruthy()
    expect(panel.queryByRole('button', { name: '静默告警 4 小时' })).toBeNull()
  })

  it('of a software member that is signed out raises no alarm, and helps to sign in', async () => {
    member = aDevice({ router_name: 'lina@20000001', note: '李娜', router_type: 2, state: 'idle', online: 0, online_status: 0 })
    path = aPath('signed_out', ['idle', 'unknown', 'unknown', 'unknown'], { router_type: 2, state: 'idle', broken: 'device' })
    server.on(contract.memberRecords.signed_in, { from: 0, days: [{ day: '2026-11-23', seconds: 11_160 }], spans: [], seconds: 11_160 })
    server.on(contract.memberRecords.login, { rows: [], count: 0 })
    open('?router_name=lina%4020000001')
    const panel = within(await screen.findByRole('region', { name: '未登录，属于正常状态' }))
    expect(panel.getByRole('button', { name: '复制登录说明' })).toBeTruthy()
    expect(document.querySelector('.member-cause-error, .member-cause-warning')).toBeNull()
    expect((await card('7 天登录时长')).getByText('3.1 小时')).toBeTruthy()
    await user.click(panel.getByRole('button', { name: '重置密码' }))
    expect(await screen.findByRole('dialog')).toBeTruthy()
  })

  it.each([
    ['绑定手机号', null],
    ['更换手机号', '138****5678'],
  ])('of a software member offers 「%s」 in its menu', async (item, phone) => {
    member = aDevice({ router_name: 'lina@20000001', note: '李娜', router_type: 2, state: 'up', phone })
    path = aPath('online', ['up', 'up', 'up', 'up'], { router_type: 2, state: 'up' })
    server.on(contract.memberRecords.signed_in, { from: 0, days: [], spans: [], seconds: 0 })
    server.on(contract.memberRecords.login, { rows: [], count: 0 })
    open('?router_name=lina%4020000001')
    await press('更多操作')
    await user.click(await screen.findByText(item, { selector: '[role="menuitem"] *' }))
    expect(await findDialog(item)).toBeTruthy()
  })

  it('of a site some links of which are down offers to redial, which asks first', async () => {
    member = aDevice({ state: 'degraded', cause: 'tunnel_down' })
    path = aPath('tunnel_down', ['up', 'up', 'degraded', 'degraded'], { state: 'degraded', broken: 'targets' })
    server.on(contract.networkSettings.reset_respawn, { operation_id: '00000000-0000-4000-8000-000000000001' })
    open()
    const panel = within(await screen.findByRole('region', { name: '设备能上网，到中心的隧道不通' }))
    await user.click(panel.getByRole('button', { name: '重新拨号' }))
    await press('重新拨号', await findDialog('重新拨号'))
    await waitFor(() => expect(server.asked(contract.networkSettings.reset_respawn)).toHaveLength(1))
  })

  it('that cannot be read says so in its own place, and the rest of the page stays', async () => {
    server.silence(contract.memberRecords.path)
    open()
    expect(await screen.findByText('重试')).toBeTruthy()
    expect(await card('7 天可用率')).toBeTruthy()
  })
})

it('the last seven days have a figure each, and all of them how often and how long', async () => {
  open()
  const week = await card('7 天可用率')
  expect(await week.findByText('99.86%')).toBeTruthy()
  expect(week.getByText('中断 2 次，共 17 分钟')).toBeTruthy()
  expect(week.getAllByRole('listitem').map((one) => one.textContent)).toContain('今天 21 99.5%')
})

describe('leaving a network', () => {
  const hub = aMember({ router_name: 'HQ-0001', note: '总部' })
  const branch = aMember({ router_name: 'BJ-0003', note: '北京门店', member_type: 'point' })
  /** The networks whose change is followed by a card. */
  const Cards = () => <output aria-label="cards">{useApplying().map(({ network_number }) => network_number)}</output>
  const ask = async () => {
    openPage(
      <>
        <MemberDetailPage />
        <Cards />
      </>,
      '/router/detail?router_name=SH-0002',
      '/router/detail',
    )
    await press('更多操作')
    await user.click(await screen.findByText('移出组网', { selector: '[role="menuitem"] *' }))
    return findDialog('移出成员')
  }
  const leave = async (dialog: HTMLElement) => {
    await waitFor(async () => expect((await findButton('移出', dialog)).disabled).toBe(false))
    await press('移出', dialog)
  }
  let place: 'center' | 'point'
  beforeEach(() => {
    applying.clear()
    place = 'point'
    const network = ['甲', '乙'].map((network_name, at) => ({ network_number: `100000000${at}`, network_name, network_member_count: 3 }))
    member = aDevice({ network })
    server.on(contract.network.info, ({ network_number }) =>
      aNetwork({
        network_number,
        network_name: network_number === '1000000000' ? '甲' : '乙',
        member: [hub, branch, aMember({ router_name: 'SH-0002', note: '上海门店', member_type: place })],
        routing: { type: place === 'center' ? 2 : 1, main_router: place === 'center' ? 'SH-0002' : null, secondary_router: null },
      }),
    )
    server.on(contract.networkRevisions.changes, { revision: 8, impact: [], diff: [], steps: [] })
    server.on(contract.network.remove_member, null)
  })

  it('says whom that disturbs, names the network, and is followed by the card of the network', async () => {
    server.on(contract.networkRevisions.changes, {
      revision: 8,
      impact: [
        { kind: 'leave', seconds: 0, count: 1, router_names: ['SH-0002'] },
        { kind: 'bounce', seconds: 2, count: 1, router_names: ['BJ-0003'] },
      ],
      diff: [],
      steps: [],
    })
    const dialog = within(await ask())
    expect(await dialog.findByText('1 个成员重新连接，约 2 秒')).toBeTruthy()
    expect(dialog.getByText('上海门店 移出「甲」后将与该组网断开，成员本身不会删除')).toBeTruthy()
    expect(dialog.getByText('北京门店')).toBeTruthy()
    expect(dialog.queryByText(/不再重连/)).toBeNull()
    expect(server.asked(contract.networkRevisions.changes)).toEqual([
      { network_number: '1000000000', changes: [{ call: 'remove_member', input: { router_name: 'SH-0002' } }], dry_run: true },
    ])
    await leave(await findDialog('移出成员'))
    await waitFor(() => expect(screen.getByLabelText('cards').textContent).toBe('1000000000'))
    expect(server.asked(contract.network.remove_member)).toEqual([{ network_number: '1000000000', router_name: 'SH-0002' }])
  })

  it('that cannot be foreseen says so, and the reason of a refusal stays on screen', async () => {
    server.refuse(contract.networkRevisions.changes, 429, '操作过于频繁')
    server.refuse(contract.network.remove_member, 403, '组网「甲」至少需要一个中心')
    const dialog = await ask()
    expect(await within(dialog).findByText('无法预估影响')).toBeTruthy()
    await leave(dialog)
    expect(await within(dialog).findByText('组网「甲」至少需要一个中心')).toBeTruthy()
    expect(screen.getByLabelText('cards').textContent).toBe('')
  })

  it('is no question for a center that settings depend on: each leads to its panel', async () => {
    place = 'center'
    const dialog = within(await ask())
    const way = await dialog.findByRole('link', { name: '去调整：主备线路的主中心' })
    expect(way.getAttribute('href')).toBe('/network/detail?network_number=1000000000&tab=settings&panel=routing')
    expect(dialog.queryByRole('button', { name: '移出' })).toBeNull()
    expect(server.asked(contract.networkRevisions.changes)).toEqual([])
  })
})

it('a refused configuration offers what helps: the prefixes if one of them is the reason', async () => {
  member = aDevice({ state: 'failed', cause: 'config_failed' })
  path = aPath('config_failed', ['up', 'up', 'up', 'failed'], { state: 'failed', broken: 'networks', fix: 'edit_prefix' })
  open()
  const panel = within(await screen.findByRole('region', { name: '设备没有接受组网配置' }))
  expect((await panel.findByRole('link', { name: '修改前缀' })).getAttribute('href')).toContain('panel=prefix&node=SH-0002')
  expect(panel.queryByRole('button', { name: '重新下发配置' })).toBeNull()
})

it('the history of outages names their causes', async () => {
  server.on(contract.outages.list, {
    rows: [
      {
        state: 'down',
        cause: 'connection_lost',
        start_time: 1_790_000_000,
        end_time: 1_790_003_600,
        seconds: 3600,
        behind: null,
        behind_note: null,
      },
    ],
    count: 1,
  })
  open('?router_name=SH-0002&tab=outages')
  expect(await screen.findByText('断电或上网线路中断的可能性最大')).toBeTruthy()
  expect(screen.getByText('1 小时')).toBeTruthy()
})

it('local networks say where they come from and lead to the rule', async () => {
  path = aPath('online', ['up', 'up', 'up', 'up'], {
    lan: [
      { ip: '192.168.20.0', mask: 24, source: 'prefix', network_number: '1000000001' },
      { ip: '192.168.30.0', mask: 24, source: 'reported', network_number: null },
    ],
  })
  open('?router_name=SH-0002&tab=device')
  const lan = await card('内网')
  expect(lan.getByText('华东生产办公网络 的路由前缀')).toBeTruthy()
  expect(lan.getByText('设备上报')).toBeTruthy()
  expect(lan.getByRole('link', { name: '修改前缀' }).getAttribute('href')).toContain('panel=prefix')
})

it('an offline site shows its last half hour and since when there is no data', async () => {
  const silent = Math.floor(Date.now() / 60_000) * 60 - 600
  server.on(contract.traffic.history, points([silent - 60, 16_000_000, 8_000_000]))
  open()
  const { socket } = await live()
  socket.tell({ code: 403, msg: '成员未登录，暂无实时流量', data: { interfaces: [], samples: [] } })
  expect(await screen.findByText(/^\d\d:\d\d 起无数据$/)).toBeTruthy()
})

it('records can be searched by address, and an empty export is reported', async () => {
  server.on(contract.memberRecords.connect, ({ search }) => {
    const row = {
      network_number: '1000000001',
      network_name: '总部—门店',
      peer: 'HQ-0001',
      peer_name: '上海总部机房',
      ip: '10.0.0.9',
      origin: '192.0.2.9',
      input: 1536,
      out: 512,
      session_date: 1_790_000_000,
      online_time: 60,
      stop_time: null,
    }
    return search ? { rows: [], count: 0 } : { rows: [row], count: 1 }
  })
  open('?router_name=SH-0002&tab=records')
  expect(await screen.findByText('1.50 KB')).toBeTruthy()
  expect(screen.getByText('上海总部机房', { selector: 'td *' })).toBeTruthy()
  expect(screen.getByText('总部—门店', { selector: 'td' })).toBeTruthy()
  expect(screen.getByText('在线中')).toBeTruthy()
  await user.type(screen.getByRole('searchbox', { name: '搜索地址' }), '172.16{Enter}')
  await waitFor(() => expect(screen.queryByText('1.50 KB')).toBeNull())
  await user.click(screen.getByRole('button', { name: '导出' }))
  await waitFor(() => expect(server.asked(contract.memberRecords.connect).length).toBeGreaterThan(2))
  expect(server.asked(contract.memberRecords.connect).at(-1)).toMatchObject({ router_name: 'SH-0002', search: '172.16' })
})
