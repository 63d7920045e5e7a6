// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { contract, type SaasInfo } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { anAccount } from '../../../test/data.ts'
import { type StubServer, stubServer } from '../../../test/stub-server.ts'
import { OpenPages } from '../../shared/page/open-pages.ts'
import { SaasDetailPage } from './SaasDetailPage.tsx'
import { SaasListPage } from './SaasListPage.tsx'
import { user } from '@weft/ui/testing/user.ts'

const now = Math.floor(Date.now() / 1000)
const DAY = 86_400
const device: SaasInfo = {
  router_name: 'SA520K25000101',
  online: 1,
  bandwidth: 100,
  expire_date: now + 320 * DAY,
  ip: ['198.51.100.88', '192.168.9.1'],
  online_time: 3 * 3600 + 300,
  input: 5 * 1024 ** 3,
  out: 17 * 1024 ** 3,
  temp_bandwidth: 200,
  temp_start_date: now - 2 * DAY,
  temp_expire_date: now + 5 * DAY,
}
const away: SaasInfo = {
  ...device,
  router_name: 'SA520K25000118',
  online: 0,
  ip: [],
  online_time: null,
  input: 0,
  out: 0,
  temp_bandwidth: null,
  temp_start_date: null,
  temp_expire_date: null,
}

let server: StubServer
beforeEach(() => {
  localStorage.clear()
  server = stubServer()
  server.on(contract.account.info, anAccount())
  server.on(contract.saas.list, { rows: [device, away], count: 2 })
  server.on(contract.saas.info, device)
  server.on(contract.saas.traffic, [
    { interface: 'wan', time: now - 120, down: 20_000_000, upload: 5_000_000, peak_down: 20_000_000, peak_upload: 5_000_000 },
    { interface: 'wan', time: now - 60, down: 24_000_000, upload: 6_000_000, peak_down: 24_000_000, peak_upload: 6_000_000 },
  ])
  server.on(contract.saas.connect, {
    rows: [
      {
        network_number: '',
        network_name: '',
        peer: null,
        peer_name: 'saas-pop',
        ip: '10.64.1.2',
        origin: '198.51.100.88:40211',
        input: 5000,
        out: 70_000,
        session_date: now - 3600,
        online_time: 3600,
        stop_time: null,
      },
    ],
    count: 1,
  })
})
const row = async (name: string) => within((await screen.findByText(name)).closest('tr')!)

it('the list shows the devices with their state, end, addresses and traffic', async () => {
  openPage(<SaasListPage />)
  const first = await row(device.router_name)
  for (const result of ['已连接', '100', '剩余 320 天', '198.51.100.88', '3 小时 5 分', '5.00 GB', '17.00 GB'])
    expect(first.getByText(result)).toBeTruthy()
  expect(first.getByRole('link', { name: `查看详情 ${device.router_name}` }).getAttribute('href')).toBe(
    `/saas/detail?router_name=${device.router_name}`,
  )
  await user.click(first.getByRole('button', { name: `${device.router_name} 的其他 IP +1` }))
  expect(await screen.findByText('192.168.9.1')).toBeTruthy()
  const second = await row(away.router_name)
  expect(second.getByText('未连接')).toBeTruthy()
  expect(second.getAllByText('无')).toHaveLength(2)
})

it('an empty list says how to get a device, and links to a ticket if the login may open one', async () => {
  server.on(contract.saas.list, { rows: [], count: 0 })
  openPage(<SaasListPage />)
  expect(await screen.findByText('暂无 SaaS 设备')).toBeTruthy()
  expect(screen.getByRole('link', { name: '提交工单' }).getAttribute('href')).toContain('/ticket/create')
  openPage(
    <OpenPages value={() => false}>
      <SaasListPage />
    </OpenPages>,
  )
  expect(await screen.findByText('暂无 SaaS 设备')).toBeTruthy()
  expect(screen.queryByRole('link', { name: '提交工单' })).toBeNull()
})

it('the page shows one device with its present temporary bandwidth, its traffic and its dials', async () => {
  const { address } = openPage(<SaasDetailPage />, `/saas/detail?router_name=${device.router_name}`)
  await screen.findByRole('heading', { name: device.router_name })
  for (const outcome of ['临时扩容中', '100 Mbit/s', '200 Mbit/s', '192.168.9.1']) expect(screen.getByText(outcome)).toBeTruthy()
  expect(screen.getByRole('link', { name: '返回 SaaS 设备' }).getAttribute('href')).toBe('/saas/router')
  const dial = await row('10.64.1.2')
  for (const found of ['198.51.100.88:40211', '在线中', '1 小时']) expect(dial.getByText(found)).toBeTruthy()
  expect(server.asked(contract.saas.traffic)).toEqual([{ router_name: device.router_name, range: '12h' }])
  await user.click(screen.getByText('1 周', { selector: '.ant-segmented-item-label' }))
  expect(server.asked(contract.saas.traffic).at(-1)).toEqual({ router_name: device.router_name, range: '1w' })
  expect(address()).toContain('range=1w')
})

it('a temporary bandwidth that has ended or not begun is not shown', async () => {
  for (const [from, until] of [
    [now - 9 * DAY, now - 2 * DAY],
    [now + DAY, now + 2 * DAY],
  ]) {
    server.on(contract.saas.info, { ...device, temp_start_date: from!, temp_expire_date: until! })
    const { unmount } = openPage(<SaasDetailPage />, `/saas/detail?router_name=${device.router_name}`)
    await screen.findByText('200 Mbit/s')
    expect(screen.queryByText('临时扩容中')).toBeNull()
    unmount()
  }
})

it('the page leads back to the list without a name', async () => {
  const { address } = openPage(<SaasDetailPage />, '/saas/detail')
  expect(address()).toBe('/saas/router')
})
