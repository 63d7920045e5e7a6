// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { contract, type MemberInfo, type TrafficPoint } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it, vi } from 'vitest'
import { anAccount, anAuth, noPast } from '../../../../test/data.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { MemberDetailPage } from './MemberDetailPage.tsx'
import { user } from '@weft/ui/testing/user.ts'

// jsdom has no canvas, so the text alternative of the chart is tested.
vi.mock('uplot', () => ({
  default: class {
    static pxRatio = 1
    series = []
    setData() {}
    setSize() {}
    destroy() {}
  },
}))

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

const wan = (name: string): MemberInfo['interfaces'][number] => ({
  interface: name,
  interface_uuid: name,
  protocol: 'pppoe',
  ip: '100.64.0.9',
  ipv4: '203.0.113.7',
  ipv4_subnet_mask: '255.255.255.0',
  mtu: 1492,
})
const aDevice = (change: Partial<MemberInfo> = {}): MemberInfo => ({
  router_name: 'SH-0002',
  note: '上海门店',
  province: '',
  city: '',
  tags: [],
  region_guess: null,
  router_type: 1,
  status: 1,
  phone: null,
  area_code: null,
  router_model: 'WR-210',
  router_ipv4: '203.0.113.7',
  router_mac: '02:57:46:21:00:00',
  version: null,
  os: null,
  state: 'up',
  cause: null,
  since: null,
  ...noPast,
  online: 1,
  online_status: 1,
  report_time: 1_790_000_000,
  revision_state: 'applied',
  network: [{ network_number: '1000000001', network_name: '华东生产办公网络', network_member_count: 12 }],
  interfaces: [wan('wan0'), wan('wan1')],
  ...change,
})
const points = (...rates: [time: number, down: number, upload: number][]): TrafficPoint[] =>
  rates.map(([time, down, upload]) => ({ time, down, upload }))

let server: StubServer
let member: MemberInfo
beforeEach(() => {
  server = stubServer()
  member = aDevice()
  FakeSocket.opened = []
  vi.stubGlobal('WebSocket', FakeSocket)
  server.on(contract.account.info, anAccount())
  server.on(contract.login.socket_ticket, { ticket: 'once' })
  server.on(contract.router.info, () => member)
  server.on(contract.traffic.history, points([1_790_000_000, 16_000_000, 8_000_000], [1_790_000_060, 4_000_000, 1_000_000]))
  server.on(contract.memberRecords.connect, { rows: [], count: 0 })
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
  open()
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
  open()
  expect((await card('所属组网')).getByText('未创建')).toBeTruthy()
  expect((await card('所属组网')).getByRole('link', { name: '创建组网' })).toBeTruthy()
  server.on(contract.account.info, anAccount({ ram: 1, auth: anAuth({ create: 0 }) }))
  open()
  expect((await card('所属组网')).getByText('未创建')).toBeTruthy()
  expect((await card('所属组网')).queryByRole('link')).toBeNull()
})

it('the card turns through several networks every 5 seconds, and stays while it is stopped', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const network = ['甲', '乙'].map((network_name, at) => ({ network_number: `100000000${at}`, network_name, network_member_count: 2 }))
  member = aDevice({ network })
  open()
  const turning = await card('所属组网')
  expect(turning.getByRole('link', { name: '甲（2 个成员）' })).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(turning.getByRole('link', { name: '乙（2 个成员）' })).toBeTruthy()
  act(() => turning.getByRole('button', { name: '暂停轮播' }).click())
  await act(() => vi.advanceTimersByTimeAsync(20_000))
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
  open()
  const { socket } = await live()
  socket.tell({ code: 403, msg: '成员未登录，暂无实时流量', data: { interfaces: [], samples: [] } })
  expect(await screen.findByText('成员未登录，暂无实时流量')).toBeTruthy()
  expect(screen.getByText('重连中（10 秒）')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '暂停' }))
  expect(await screen.findByText('已暂停')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '继续' }))
  await waitFor(() => expect(FakeSocket.opened).toHaveLength(2))
})

it('a member that never signed in is not shown as reconnecting', async () => {
  member = aDevice({ report_time: null, online: 0, online_status: 0 })
  open()
  const { socket } = await live()
  socket.tell({ code: 403, msg: '成员未登录，暂无实时流量', data: { interfaces: [], samples: [] } })
  expect(await screen.findByText('成员尚未登录过，登录后在这里显示实时流量')).toBeTruthy()
  expect(screen.getByText('尚未登录过')).toBeTruthy()
  expect(screen.queryByText(/重连中/)).toBeNull()
})

it('choosing a range closes the socket and requests the points of the range once', async () => {
  const page = open()
  const { socket } = await live()
  await user.click(await screen.findByText('1 周'))
  expect(await screen.findByRole('img', { name: /^最近下行 4\.00 Mbit\/s（0\.50 MB\/s）.*峰值 16\.00/ })).toBeTruthy()
  expect(socket.closed).toBe(true)
  expect(page.address()).toContain('range=1w')
  expect(server.asked(contract.traffic.history)).toEqual([{ router_name: 'SH-0002', interface: 'wan0', range: '1w' }])
})

it('the note is edited in place, and an unchanged note causes no call', async () => {
  server.on(contract.router.note, ({ note }) => {
    member = aDevice({ note })
    return { changed: 1, unchanged: 0, rows: [] }
  })
  open()
  await user.click(await screen.findByRole('button', { name: '修改名称' }))
  fireEvent.keyDown(await screen.findByRole('textbox', { name: '名称' }), { key: 'Enter' })
  expect(await screen.findByText('上海门店')).toBeTruthy()
  expect(server.asked(contract.router.note)).toEqual([])
  await user.click(await screen.findByRole('button', { name: '修改名称' }))
  const field = await screen.findByRole('textbox', { name: '名称' })
  fireEvent.change(field, { target: { value: '徐汇门店' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(await screen.findByText('徐汇门店')).toBeTruthy()
  expect(server.asked(contract.router.note)).toEqual([{ router_name: 'SH-0002', note: '徐汇门店' }])
})

it('the page says why a member is offline, and offers no change to a login that may only view', async () => {
  member = aDevice({ online: 0 })
  const auth = anAuth()
  auth.easylink.router.edit = 0
  server.on(contract.account.info, anAccount({ ram: 1, auth }))
  open()
  expect(await screen.findByRole('button', { name: '为什么离线：SH-0002' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '修改名称' })).toBeNull()
})

it('records can be searched by address, and an empty export is reported', async () => {
  server.on(contract.memberRecords.connect, ({ search }) => {
    const row = {
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
  open()
  expect(await screen.findByText('1.50 KB')).toBeTruthy()
  expect(screen.getByText('在线中')).toBeTruthy()
  await user.type(screen.getByRole('searchbox', { name: '搜索地址' }), '172.16{Enter}')
  await waitFor(() => expect(screen.queryByText('1.50 KB')).toBeNull())
  await user.click(screen.getByRole('button', { name: '导出' }))
  await waitFor(() => expect(server.asked(contract.memberRecords.connect).length).toBeGreaterThan(2))
  expect(server.asked(contract.memberRecords.connect).at(-1)).toMatchObject({ router_name: 'SH-0002', search: '172.16' })
})
