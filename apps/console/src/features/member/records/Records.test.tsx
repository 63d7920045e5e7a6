// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { contract, type DialRecord, type LoginRecord } from '@weft/contract'
import { lastDays } from '@weft/ui/form/day-range.ts'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { anAccount } from '../../../../test/data.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { DialRecords } from './DialRecords.tsx'
import { LoginRecords } from './LoginRecords.tsx'
import { user } from '@weft/ui/testing/user.ts'

const router_name = 'li.si@20000001'
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
const address = `/router/detail?router_name=${router_name}`
const openLogins = () => openPage(<LoginRecords router_name={router_name} />, address)
const openDials = () => openPage(<DialRecords router_name={router_name} />, address)
const list = (name: string) => screen.findByRole('region', { name })

it('each login is shown with a dash for what is unknown', async () => {
  openLogins()
  const logins = within(await list('登录记录'))
  const row = within((await logins.findByText('203.0.113.3')).closest('tr')!)
  for (const outcome of ['Windows', '2.4.1', 'Lenovo', '无', 'Windows 11']) expect(row.getByText(outcome)).toBeTruthy()
})

it('the logins turn their own pages and leave the address to the page around them', async () => {
  const page = openLogins()
  const logins = within(await list('登录记录'))
  await user.click(await logins.findByTitle('2'))
  expect(await logins.findByText('203.0.113.11')).toBeTruthy()
  expect(page.address()).toBe(address)
})

it('the sessions of the last seven days to centers and then to POPs are shown, and each list keeps its state', async () => {
  openDials()
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

it('lists without records say so', async () => {
  server.on(contract.memberRecords.login, { rows: [], count: 0 })
  server.on(contract.memberRecords.dial, { rows: [], count: 0 })
  openLogins()
  expect(await screen.findByText('暂无登录记录')).toBeTruthy()
  openDials()
  expect(await screen.findByText('所选时间内没有拨号记录')).toBeTruthy()
})

it('the rows are cards on a narrow screen', async () => {
  serve(false)
  openLogins()
  const logins = within(await list('登录记录'))
  expect(await logins.findByText('203.0.113.3')).toBeTruthy()
  expect(logins.queryByRole('table')).toBeNull()
})
