// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { type ConnectionLog, contract, type LoginLog, type SessionLog, siteGuides } from '@weft/contract'
import { dayOf, lastDays } from '@weft/ui/form/day-range.ts'
import { openPage } from '@weft/ui/testing.tsx'
import { hearSavedFiles } from '@weft/ui/testing/saved-files.ts'
import { beforeEach, expect, it } from 'vitest'
import { anAccount } from '../../../test/data.ts'
import { type StubServer, stubServer } from '../../../test/stub-server.ts'
import { ConnectionLogPage } from './ConnectionLogPage.tsx'
import { LoginLogPage } from './LoginLogPage.tsx'
import { logExport } from './log-export.ts'
import { OnlineLogPage } from './OnlineLogPage.tsx'
import { OperationLogPage } from './OperationLogPage.tsx'
import { press } from '@weft/ui/testing/find-button.ts'
import { user } from '@weft/ui/testing/user.ts'

const saved = hearSavedFiles()

const { software_login, connect, online, export: exported } = contract.logs
const login: LoginLog = {
  router_name: 'li.si@20000001',
  note: '李四',
  deleted: 0,
  ip: '203.0.113.9',
  os: 'Windows',
  version: '2.4.1',
  sys_brand: 'Lenovo',
  sys_model: null,
  sys_version: 'Windows 11',
  create_time: 1_790_000_000,
}
const came: ConnectionLog = {
  router_name: 'HQ-0001',
  note: '上海总部',
  deleted: 0,
  remote_ip: '198.51.100.7',
  remote_port: 50112,
  version: '3.2.1',
  online: 1,
  create_time: 1_790_000_000,
  exceeded: null,
  networks: [{ network_number: '1000000001', network_name: '总部—门店' }],
  outage: null,
}
const dial = (change: Partial<SessionLog>): SessionLog => ({
  router_name: 'SHOP-0001',
  note: '福州门店',
  deleted: 0,
  network_name: '总部—门店',
  link_note: '上海总部',
  network_number: '1000000001',
  link_router_name: 'HQ-0001',
  pop_name: null,
  area: null,
  orig: '203.0.113.9:50112',
  vpn_ip: '10.128.0.2',
  start_time: 1_790_000_000,
  end_time: null,
  online_time: 320,
  ...change,
})
const days = { start_time: dayOf(Number(lastDays(7).start_time)), end_time: dayOf(Number(lastDays(7).end_time)) }

let server: StubServer
beforeEach(() => {
  localStorage.clear()
  logExport.cancel()
  server = stubServer()
  server.on(contract.account.info, anAccount())
  server.on(software_login, { rows: [login], count: 1 })
  server.on(connect, {
    rows: [came, { ...came, router_name: 'li.si@20000001', note: '', deleted: 1, online: 0, version: null, remote_ip: '' }],
    count: 2,
  })
  server.on(online, ({ mode }) =>
    mode === 'pop'
      ? { rows: [dial({ link_router_name: null, pop_name: '上海一区', area: '上海', end_time: 1_790_000_320 })], count: 1 }
      : { rows: [dial({})], count: 30 },
  )
})
const rowOf = async (text: string) => within((await screen.findByText(text)).closest('tr')!)

it('the login log shows the last seven days, with a dash for what is unknown', async () => {
  openPage(<LoginLogPage />)
  const row = await rowOf('li.si@20000001')
  for (const words of ['203.0.113.9', 'Windows', '2.4.1', 'Lenovo', '无', 'Windows 11']) expect(row.getByText(words)).toBeTruthy()
  expect(screen.getByText('日志至少保存 180 天')).toBeTruthy()
  expect(server.asked(software_login)[0]).toEqual({ page: '1', ...days })
})

it('pressing a name narrows the log to that member, and the filter can be removed again', async () => {
  const { address } = openPage(<ConnectionLogPage />, '/logs/connect?search=x')
  await user.click(await screen.findByRole('button', { name: '仅看 上海总部' }))
  await waitFor(() => expect(server.asked(connect).at(-1)).toEqual({ page: '1', search: 'x', router_name: 'HQ-0001', ...days }))
  expect(address()).toBe('/logs/connect?search=x&router_name=HQ-0001')
  await user.click(screen.getByRole('button', { name: /成员：HQ-0001/ }))
  await waitFor(() => expect(address()).toBe('/logs/connect?search=x'))
  await user.click(screen.getByRole('button', { name: '重置' }))
  await waitFor(() => expect(address()).toBe('/logs/connect'))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '重置' }).disabled).toBe(true)
})

it('the connection log shows who connected and who disconnected, and copies an address', async () => {
  openPage(<ConnectionLogPage />)
  const came_row = await rowOf('HQ-0001')
  for (const words of ['上海总部', '198.51.100.7', '50112', '3.2.1', '上线', '2026-09-21 22:13:20'])
    expect(came_row.getByText(words)).toBeTruthy()
  expect(came_row.getByRole('button', { name: '复制 198.51.100.7' })).toBeTruthy()
  const went = await rowOf('li.si@20000001')
  expect(went.getByText('下线')).toBeTruthy()
  expect(went.getByText('已删除')).toBeTruthy()
  expect(went.getAllByText('无')).toHaveLength(4)
})

it('a connection that the server ended because of a budget says of which', async () => {
  server.on(connect, { rows: [{ ...came, online: 0, exceeded: 'traffic' }], count: 1 })
  openPage(<ConnectionLogPage />)
  const row = await rowOf('HQ-0001')
  expect(row.getByText('设备上报的流量数据超过限额，已断开连接，10 分钟后可重新连接')).toBeTruthy()
})

it('a connection that ended says why, for how long and in which network, and leads to its outage', async () => {
  const outage = {
    state: 'down',
    cause: 'center_down',
    start_time: 1_789_999_990,
    end_time: null,
    seconds: 130,
    behind: 'HQ-0001',
  } as const
  server.on(connect, { rows: [{ ...came, online: 0, outage: { ...outage, behind_note: '上海总部' } }], count: 1 })
  openPage(<ConnectionLogPage />)
  const row = await rowOf('HQ-0001')
  expect(row.getByText(new RegExp(siteGuides.center_down['zh-CN'].headline))).toBeTruthy()
  expect(row.getByRole('link', { name: '上海总部' })).toBeTruthy()
  expect(row.getByText('总部—门店')).toBeTruthy()
  const link = row.getByRole('link', { name: '查看这次中断' })
  expect(link.textContent).toContain('2 分 10 秒')
  expect(link.getAttribute('href')).toBe('/router/detail?router_name=HQ-0001&tab=outages&outage_before=1789999990')
})

it('the operations of all logins are searched, and narrowed to a part of the account', async () => {
  const { operationLog } = contract
  server.on(operationLog.lists, { rows: [], count: 0 })
  const { address } = openPage(<OperationLogPage />, '/logs/operations?area=member')
  const field = await screen.findByRole<HTMLInputElement>('searchbox', { name: '搜索内容、操作者或地址' })
  await user.type(field, '合肥{Enter}')
  await waitFor(() => expect(server.asked(operationLog.lists).at(-1)).toEqual({ page: '1', area: 'member', search: '合肥', ...days }))
  expect(address()).toContain('area=member')
})

it('operations are narrowed by person and kind, and show their values before and after on demand', async () => {
  const { operationLog } = contract
  server.on(operationLog.counts, { changes: 1204, views: 3100 })
  server.on(operationLog.people, [{ id: '7', name: 'li.wei', kind: 'sub_account' }])
  server.on(operationLog.lists, {
    rows: [
      {
        mode: 'role',
        action: 'edit_sub_account',
        message: '修改子账号 wang',
        create_time: 1_790_000_000,
        actor: 'li.wei',
        actor_kind: 'sub_account',
        address: null,
        values: [{ field: 'nickname', before: '小王', after: '王磊' }],
      },
    ],
    count: 1,
  })
  openPage(<OperationLogPage />, '/logs/operations')
  await user.click(await screen.findByRole('button', { name: '变更前后：修改子账号 wang' }))
  expect(within(screen.getByRole('group', { name: '改之前' })).getByText('小王').tagName).toBe('DEL')
  expect(within(screen.getByRole('group', { name: '改之后' })).getByText('王磊').tagName).toBe('INS')
  await user.click(screen.getByRole('combobox', { name: '操作者' }))
  await user.click(await screen.findByTitle('li.wei · 子账号'))
  await waitFor(() => expect(server.asked(operationLog.lists).at(-1)).toMatchObject({ person: '7' }))
  await user.click(await screen.findByText('查看 3,100'))
  await waitFor(() => expect(server.asked(operationLog.lists).at(-1)).toMatchObject({ person: '7', action: 'view' }))
  await press('导出')
  const asked = within(await screen.findByRole('dialog'))
  expect(asked.getByText(/的改动，按当前筛选，1,204 条/)).toBeTruthy()
  expect(asked.getByText('带上查看记录（3,100 条）')).toBeTruthy()
})

it('the address keeps the search, days and page of each kind of session', async () => {
  const { address } = openPage(<OnlineLogPage />, '/logs/online?search=HQ&page=2')
  const row = await rowOf('SHOP-0001')
  for (const words of ['福州门店', '总部—门店', '上海总部', '203.0.113.9:50112', '10.128.0.2', '在线中', '5 分 20 秒'])
    expect(row.getByText(words)).toBeTruthy()
  expect(server.asked(online)[0]).toEqual({ mode: 'p2p', page: '2', search: 'HQ', ...days })

  await user.click(screen.getByText('POP', { selector: '.ant-segmented-item-label' }))
  expect(await screen.findByText('上海一区')).toBeTruthy()
  expect(server.asked(online).at(-1)).toEqual({ mode: 'pop', page: '1', ...days })
  const field = screen.getByRole<HTMLInputElement>('searchbox', { name: '搜索成员、POP 或完整 IP' })
  await user.type(field, ' 上海 {Enter}')
  await waitFor(() => expect(server.asked(online).at(-1)).toEqual({ mode: 'pop', page: '1', search: '上海', ...days }))
  expect(new URLSearchParams(address().split('?')[1]).toString()).toBe(
    new URLSearchParams({ search: 'HQ', page: '2', mode: 'pop', pop_search: '上海' }).toString(),
  )

  await user.click(screen.getByText('中心（P2P）', { selector: '.ant-segmented-item-label' }))
  expect((await screen.findByRole<HTMLInputElement>('searchbox', { name: '搜索成员、中心或完整 IP' })).value).toBe('HQ')
  await user.click(screen.getByRole('button', { name: '查询' }))
  expect(address()).toContain('pop_search=')
})

it("an export contains what the list shows, and keeps the server's file name", async () => {
  const file_name = '在线日志（POP）_20261122-1200.xlsx'
  server.on(exported, {
    file_name,
    body: new Uint8Array([80, 75]),
    media_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  })
  openPage(<OnlineLogPage />, '/logs/online?mode=pop&pop_search=y&pop_start_time=2026-09-01&pop_end_time=2026-09-02')
  await screen.findByText('上海一区')
  await user.click(screen.getByRole('button', { name: '导出' }))
  expect(await screen.findByText('导出成功')).toBeTruthy()
  expect(saved).toHaveBeenCalledExactlyOnceWith(expect.any(Blob), file_name)
  expect(server.asked(exported)).toEqual([
    { type: 'pop_online', format: 'xlsx', search: 'y', start_time: '2026-09-01', end_time: '2026-09-02' },
  ])
})

it('an export of nothing shows a warning, and each empty log has a text', async () => {
  server.on(connect, { rows: [], count: 0 })
  server.on(software_login, { rows: [], count: 0 })
  server.refuse(exported, 422, '导出数据为空')
  openPage(<ConnectionLogPage />)
  expect(await screen.findByText('这里什么都没有')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '导出' }))
  expect(await screen.findByText('导出数据为空')).toBeTruthy()
  openPage(<LoginLogPage />)
  expect(await screen.findByText('暂无数据')).toBeTruthy()
})

it('a log counts no further than the server does', async () => {
  server.on(connect, { rows: [came], count: 5001 })
  openPage(<ConnectionLogPage />)
  expect(await screen.findByText('共 5,000+ 条')).toBeTruthy()
})

it('the connection log is narrowed to the last 24 hours, and to those who went', async () => {
  const { address } = openPage(<ConnectionLogPage />, '/logs/connect?online=0')
  await rowOf('HQ-0001')
  expect(server.asked(connect)[0]).toEqual({ page: '1', online: '0', ...days })
  await user.click(screen.getByRole('combobox', { name: '时间范围' }))
  await user.click(await screen.findByText('近 24 小时'))
  await waitFor(() => expect(server.asked(connect).at(-1)).toEqual({ page: '1', online: '0', range: '24h', ...days }))
  expect(address()).toBe('/logs/connect?online=0&range=24h')
})

it('a range that ends before it begins is explained, and can be cleared', async () => {
  server.refuse(connect, 422, '结束日期不能早于开始日期')
  const { address } = openPage(<ConnectionLogPage />, '/logs/connect?start_time=2026-09-02&end_time=2026-09-01')
  expect(await screen.findByText('结束日期不能早于开始日期')).toBeTruthy()
  expect(screen.queryByText('加载失败')).toBeNull()
  server.on(connect, { rows: [came], count: 1 })
  await user.click(screen.getByRole('button', { name: '清空筛选' }))
  await rowOf('HQ-0001')
  expect(address()).toBe('/logs/connect')
})
