// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { contract, type NetworkInfo } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { aMember, anAccount, anAuth, aNetwork } from '../../../../test/data.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { SettingsTab } from './SettingsTab.tsx'
import { user } from '@weft/ui/testing/user.ts'

const settings = contract.networkSettings
const center = (router_name: string) => aMember({ router_name, note: '' })
const rule = (third: number) => ({ ip: `10.${third}.0.0`, mask: 16, permission: 'permit' as const, ge: null, le: null })
const network = aNetwork({
  network_dns: ['223.5.5.5'],
  network_center_link_show: 1,
  network_center_link: 1,
  network_center_link_network: {
    center_router_name: 'HQ-0001',
    public_ip: null,
    public_port: null,
    static_port: null,
    gateway: '10.9.0.0',
    mask: 24,
  },
  routing: { type: 2, main_router: 'HQ-0001', secondary_router: 'DR-0002' },
  member: [center('HQ-0001'), center('DR-0002'), aMember({ router_name: 'SH-0003', member_type: 'point', quagga: 1 })],
})

let server: StubServer
beforeEach(() => {
  server = stubServer()
  server.on(contract.account.info, anAccount())
  server.on(settings.segments, [
    { purpose: 'center_hardware', owner: 'HQ-0001', ip: '10.128.0.0', mask: 20, source: 'allocated' },
    { purpose: 'lan', owner: 'SH-0003', ip: '10.128.1.0', mask: 24, source: 'reported' },
    { purpose: 'prefix', owner: 'SH-0003', ip: '10.1.0.0', mask: 16, source: 'edited' },
  ])
  server.on(
    settings.prefix,
    [1, 2, 3, 4].map((third) => ({ router_name: 'SH-0003', note: '', name: 'pl-SH-0003', ...rule(third) })),
  )
})

const open = (shown: NetworkInfo = network) => openPage(<SettingsTab network={shown} />)
const card = async (name: string) => within(await screen.findByRole('region', { name }))

it('the tab shows the value of every setting without opening anything, and marks overlaps', async () => {
  open()
  expect((await card('主备线路')).getByText('主备：主 HQ-0001 / 备 DR-0002')).toBeTruthy()
  expect((await card('双中心互联')).getByText('已启用，网段 10.9.0.0/24')).toBeTruthy()
  expect((await card('DNS')).getByText('223.5.5.5')).toBeTruthy()
  expect((await card('动态路由')).getByText('已启用 1 个分支')).toBeTruthy()
  const prefixes = await card('路由前缀')
  expect(await prefixes.findByText('共 4 条')).toBeTruthy()
  expect(prefixes.getByText('10.3.0.0/16')).toBeTruthy()
  expect(prefixes.queryByText('10.4.0.0/16')).toBeNull()
  const overview = await card('网段总览')
  expect(await overview.findByText('与 成员 SH-0003 的内网 10.128.1.0/24 重叠')).toBeTruthy()
  expect(overview.getByText('与 中心 HQ-0001 的硬件互联网段 10.128.0.0/20 重叠')).toBeTruthy()
})

it.each([
  ['an unusable network', { ...network, network_status: 0 as const }, 1 as const],
  ['a role that may not edit', network, 0 as const],
])('the tab offers no changes for %s', async (_, shown, edit) => {
  server.on(contract.account.info, anAccount({ auth: anAuth({ edit }) }))
  open(shown)
  expect(await (await card('路由前缀')).findByText('共 4 条')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /编辑|重命名|批量|保存/ })).toBeNull()
  expect(screen.queryByRole('radio')).toBeNull()
  expect((await card('加密算法')).getByText('默认算法')).toBeTruthy()
})

it('the tab opens the history also for read-only users', async () => {
  server.on(contract.account.info, anAccount({ auth: anAuth({ edit: 0 }) }))
  const { address } = openPage(<SettingsTab network={network} />, '/network/detail?tab=settings', '/network/detail')
  await user.click((await card('基本信息')).getByRole('button', { name: '版本历史' }))
  expect(address()).toBe('/network/detail?tab=settings&panel=history')
})

it('the tab omits dynamic routing if the account does not have it', async () => {
  server.on(contract.account.info, anAccount({ auth: { ...anAuth(), quagga: 0 } }))
  open()
  await card('DNS')
  await waitFor(() => expect(screen.queryByRole('region', { name: '动态路由' })).toBeNull())
})

it('renaming a network sends the revision on screen', async () => {
  server.refuse(contract.network.rename, 409, '内容已被他人修改，请刷新后重试')
  open()
  const basic = await card('基本信息')
  await user.click(await basic.findByRole('button', { name: '重命名' }))
  await user.type(basic.getByRole('textbox'), '二')
  await user.click(basic.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('内容已被他人修改，请刷新后重试')).toBeTruthy()
  expect(server.askedUpon(contract.network.rename)).toEqual([String(network.revision)])
})
