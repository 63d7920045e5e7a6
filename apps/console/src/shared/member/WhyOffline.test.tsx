// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { contract, type Diagnosis, diagnosisText } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { anAccount, anAuth } from '../../../test/data.ts'
import { type StubServer, stubServer } from '../../../test/stub-server.ts'
import { OpenPages } from '../page/open-pages.ts'
import { WhyOffline } from './WhyOffline.tsx'
import { user } from '@weft/ui/testing/user.ts'

const a = (change: Partial<Diagnosis>): Diagnosis => {
  const cause = change.cause ?? 'connection_lost'
  return {
    cause,
    since: 1_790_000_000,
    ...diagnosisText(cause, { address: '10.0.0.9', center: 'HQ-0001' }, 'zh-CN'),
    next_step: 'check_device',
    fix: null,
    network_number: null,
    ...change,
  }
}
let server: StubServer
beforeEach(() => {
  server = stubServer()
  server.on(contract.account.info, anAccount())
})
const open = (pages: (path: string) => boolean = () => true, note = '') =>
  openPage(
    <OpenPages value={pages}>
      <WhyOffline member={{ router_name: 'SH-0002', note }} />
    </OpenPages>,
  )
const ask = async () => {
  await user.click(await screen.findByRole('button', { name: '为什么离线：SH-0002' }))
  return within(await screen.findByRole('dialog', { name: '为什么离线：SH-0002' }))
}

it('the panel shows the cause and the next step, requests nothing before it is opened, and gives the focus back', async () => {
  server.on(contract.memberRecords.diagnosis, a({}))
  open()
  const button = await screen.findByRole('button', { name: '为什么离线：SH-0002' })
  expect(server.asked(contract.memberRecords.diagnosis)).toEqual([])
  const panel = await ask()
  expect(await panel.findByText('设备与平台失去联系，最近一次在 10.0.0.9 断开')).toBeTruthy()
  expect(panel.getByText('请检查设备电源、上网线路和防火墙')).toBeTruthy()
  expect(server.asked(contract.memberRecords.diagnosis)).toEqual([{ router_name: 'SH-0002' }])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(button)
})

it('the panel links to a ticket about the member, if the caller may open that page', async () => {
  server.on(contract.memberRecords.diagnosis, a({}))
  open()
  const link = await (await ask()).findByRole('link', { name: '提交工单' })
  const ticket = new URL(link.getAttribute('href') ?? '', 'http://console.test').searchParams
  expect(Object.fromEntries(ticket)).toEqual({ type: '2', title: '成员 SH-0002 失联', subject: 'SH-0002' })
  open((path) => path !== '/ticket/create')
  const panel = await ask()
  await panel.findByText('请检查设备电源、上网线路和防火墙')
  expect(panel.queryByRole('link', { name: '提交工单' })).toBeNull()
})

it('the panel enables a disabled member if the caller has the right', async () => {
  server.on(contract.memberRecords.diagnosis, a({ cause: 'disabled', next_step: 'enable' }))
  server.on(contract.router.update_status, { changed: 1, unchanged: 0, rows: [] })
  open()
  await user.click(await (await ask()).findByRole('button', { name: '启用成员' }))
  await waitFor(() => expect(server.asked(contract.router.update_status)).toEqual([{ router_name: 'SH-0002', status: 1 }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  const auth = anAuth()
  auth.easylink.router.edit = 0
  server.on(contract.account.info, anAccount({ ram: 1, auth }))
  open()
  const panel = await ask()
  await panel.findByText('成员已停用，不能登录')
  expect(panel.queryByRole('button', { name: '启用成员' })).toBeNull()
})

it.each([
  [{ cause: 'service_lapsed', next_step: 'renew' }, '查看服务', '/account/service'],
  [{ cause: 'pop_lapsed', next_step: 'renew', network_number: '1000000001' }, '查看服务', '/account/service'],
  [{ cause: 'signed_out', next_step: 'sign_in' }, '客户端下载', '/download'],
  [
    { cause: 'center_down', next_step: 'check_center', network_number: '1000000001' },
    '查看组网',
    '/network/detail?network_number=1000000001',
  ],
  [{ cause: 'no_network', next_step: 'join_network' }, '创建组网', '/network/create'],
] as const)('the panel links to the page of the next step: %o', async (diagnosis, label, address) => {
  server.on(contract.memberRecords.diagnosis, a(diagnosis))
  open()
  expect((await (await ask()).findByRole('link', { name: label })).getAttribute('href')).toBe(address)
})

it('the panel says that a member no longer exists, and retries a failed request', async () => {
  server.refuse(contract.memberRecords.diagnosis, 204, '数据不存在')
  open()
  expect(await (await ask()).findByText('成员已不存在')).toBeTruthy()
  server.silence(contract.memberRecords.diagnosis)
  open()
  const panel = await ask()
  const retry = await panel.findByRole('button', { name: '重试' })
  server.on(contract.memberRecords.diagnosis, a({ cause: 'online', next_step: 'none' }))
  await user.click(retry)
  expect(await panel.findByText('成员在线')).toBeTruthy()
  expect(panel.queryByRole('link', { name: '提交工单' })).toBeNull()
})

it('the title of a ticket has the name of the member, as much of it as there is room for', async () => {
  server.on(contract.memberRecords.diagnosis, a({}))
  const ticketOf = async (note: string) => {
    const page = open(() => true, note)
    await user.click(await screen.findByRole('button', { name: `为什么离线：${note}` }))
    const link = await screen.findByRole('link', { name: '提交工单' })
    const { searchParams } = new URL(link.getAttribute('href') ?? '', 'http://console.test')
    page.unmount()
    return searchParams.get('title')
  }
  expect(await ticketOf('合肥蜀山店')).toBe('成员 合肥蜀山店 失联')
  const long = '合肥蜀山区望江西路与潜山路交口东北角路口西侧的门店一号'
  expect(await ticketOf(long)).toBe(`成员 ${long.slice(0, 26)} 失联`)
})

it.each([
  ['edit_prefix', '修改前缀', '/network/detail?network_number=1000000001&tab=settings&panel=prefix&node=SH-0002'],
  ['resend', '重新下发配置', undefined],
  ['redial', '重新拨号', undefined],
] as const)('the panel offers what helps: %s', async (fix, label, address) => {
  server.on(contract.memberRecords.diagnosis, a({ cause: 'config_failed', next_step: 'resend', fix, network_number: '1000000001' }))
  open()
  const panel = await ask()
  const offered = await panel.findByText(label)
  expect(offered.closest('a')?.getAttribute('href')).toBe(address)
  expect(panel.queryByText('查看组网')).toBeNull()
})
