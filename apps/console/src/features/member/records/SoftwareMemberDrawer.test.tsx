// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { contract, type DialRecord, type LoginRecord, type MemberSummary } from '@weft/contract'
import { lastDays } from '@weft/ui/form/day-range.ts'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { aMemberSummary, anAccount } from '../../../../test/data.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { SoftwareMemberDrawer } from './SoftwareMemberDrawer.tsx'
import { user } from '@weft/ui/testing/user.ts'

const router_name = 'li.si@20000001'
const member: MemberSummary = {
  ...aMemberSummary(),
  router_name,
  note: '李四',
  province: '',
  city: '',
  tags: [],
  router_type: 2,
  online: 1,
  online_status: 1,
  status: 1,
  version: '2.4.1',
  os: 'Windows',
  phone: '138****5678',
  area_code: '86',
  sign: '20000001',
  router_model: null,
  router_ipv4: null,
  report_time: null,
}
const login = (at: number): LoginRecord => ({
  router_name,
  ip: `203.0.113.${at}`,
  os: 'Windows',
  version: '2.4.1',
  sys_brand: 'Lenovo',
  sys_model: null,
  sys_version: 'Windows 11',
  create_time: 1_790_000_000 - at * 3600,
})
const dial = (change: Partial<DialRecord>): DialRecord => ({
  router_name,
  network_number: '1000000001',
  link_router_name: 'HQ-0001',
  pop_name: null,
  area: null,
  orig: '203.0.113.9:50112',
  vpn_ip: '10.255.0.9',
  start_time: 1_790_000_000,
  end_time: null,
  online_time: 320,
  ...change,
})

let server: StubServer
beforeEach(() => {
  localStorage.clear()
  serve()
})
function serve(wide = true) {
  server = stubServer({ wide })
  server.on(contract.account.info, anAccount())
  server.on(contract.memberRecords.login, ({ page }) => ({
    rows: Array.from({ length: Number(page) === 1 ? 10 : 2 }, (_, at) => login(at + (Number(page) - 1) * 10)),
    count: 12,
  }))
  server.on(contract.memberRecords.dial, ({ mode }) =>
    mode === 'pop'
      ? { rows: [dial({ link_router_name: null, pop_name: '上海一区', area: '华东', end_time: 1_790_000_320 })], count: 1 }
      : { rows: [dial({})], count: 1 },
  )
}
const open = async (change: Partial<MemberSummary> = {}) => {
  const page = openPage(<SoftwareMemberDrawer member={{ ...member, ...change }} onClose={() => {}} />, '/router/lists?type=2&page=3')
  await screen.findByRole('heading', { name: router_name })
  return page
}
const tab = (name: string) => user.click(screen.getByRole('tab', { name }))
const list = (name: string) => screen.findByRole('region', { name })

it('the drawer shows the member, and each login with a dash for what is unknown', async () => {
  await open()
  for (const result of ['138****5678', '李四', '正常', '已登录']) expect(screen.getByText(result)).toBeTruthy()
  const logins = within(await list('登录记录'))
  const row = within((await logins.findByText('203.0.113.3')).closest('tr')!)
  for (const outcome of ['Windows', '2.4.1', 'Lenovo', '无', 'Windows 11']) expect(row.getByText(outcome)).toBeTruthy()
  expect(screen.getByText('最近登录').parentElement?.querySelector('time')?.dateTime).toBe('2026-09-21T14:13:20.000Z')
})

it('the drawer turns its own pages and leaves the address to the page behind', async () => {
  const { address } = await open()
  const logins = within(await list('登录记录'))
  await user.click(await logins.findByTitle('2'))
  expect(await logins.findByText('203.0.113.11')).toBeTruthy()
  await tab('拨号记录')
  expect(await screen.findByText('HQ-0001')).toBeTruthy()
  await tab('登录记录')
  expect(await logins.findByText('203.0.113.11')).toBeTruthy()
  expect(address()).toBe('/router/lists?type=2&page=3')
})

it('the drawer shows the sessions of the last seven days to centers and then to POPs, and each list keeps its state', async () => {
  await open()
  await tab('拨号记录')
  const dials = within(await list('拨号记录'))
  const row = within((await dials.findByText('HQ-0001')).closest('tr')!)
  for (const found of [router_name, '1000000001', '203.0.113.9:50112', '10.255.0.9', '在线中', '5 分 20 秒'])
    expect(row.getByText(found)).toBeTruthy()
  expect(server.asked(contract.memberRecords.dial)[0]).toEqual({ router_name, mode: 'p2p', page: '1', ...lastDays(7) })

  await user.type(dials.getByRole('searchbox', { name: '搜索组网编号、中心或地址' }), ' HQ {Enter}')
  await waitFor(() => expect(server.asked(contract.memberRecords.dial).at(-1)).toMatchObject({ mode: 'p2p', search: 'HQ' }))
  await user.click(screen.getByText('POP', { selector: '.ant-segmented-item-label' }))
  expect(await screen.findByText('上海一区')).toBeTruthy()
  expect(screen.getByText('华东')).toBeTruthy()
  expect(server.asked(contract.memberRecords.dial).at(-1)).toEqual({ router_name, mode: 'pop', page: '1', ...lastDays(7) })
  await user.click(screen.getByText('中心', { selector: '.ant-segmented-item-label' }))
  const field = await screen.findByRole<HTMLInputElement>('searchbox', { name: '搜索组网编号、中心或地址' })
  expect(field.value).toBe('HQ')
})

it('the drawer says that nothing was recorded, and that a member never signed in', async () => {
  server.on(contract.memberRecords.login, { rows: [], count: 0 })
  server.on(contract.memberRecords.dial, { rows: [], count: 0 })
  await open({ online: 0, online_status: 0, version: null, os: null, phone: null, note: '' })
  expect(await screen.findByText('暂无登录记录')).toBeTruthy()
  expect(await screen.findByText('从未登录')).toBeTruthy()
  expect(screen.getByRole('button', { name: /为什么离线/ })).toBeTruthy()
  await tab('拨号记录')
  expect(await screen.findByText('所选时间内没有拨号记录')).toBeTruthy()
})

it('the drawer lists the rows as cards on a narrow screen', async () => {
  serve(false)
  await open()
  const logins = within(await list('登录记录'))
  expect(await logins.findByText('203.0.113.3')).toBeTruthy()
  expect(logins.queryByRole('table')).toBeNull()
})
