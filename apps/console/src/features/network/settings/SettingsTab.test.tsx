// @vitest-environment jsdom
import { useMutation } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { contract, type NetworkInfo } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { useEffect } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { aConfig, aDraft, aMember, anAccount, anAuth, aNetwork, aProgress } from '../../../../test/data.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { applying } from '../../../shared/apply/applying.ts'
import { ApplyDock } from '../apply/ApplyDock.tsx'
import { useNetwork } from '../detail/use-network.ts'
import { inTurn } from '../own-saves.ts'
import { NetworkPanels } from './NetworkPanels.tsx'
import { SettingsTab } from './SettingsTab.tsx'
import { findDialog } from '@weft/ui/testing/find-button.ts'
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
const tables = () => card('路由前缀和网段')
/** Chooses from the menu of a card. */
async function choose(name: string, choice: string): Promise<void> {
  await user.click((await card(name)).getByRole('button', { name: `修改 ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: choice }))
}

it('the tab shows the value of every setting without opening anything, and marks overlaps', async () => {
  open()
  const backup = await card('主备线路')
  expect(backup.getByText('主 HQ-0001')).toBeTruthy()
  expect(backup.getByText('备 DR-0002，主中心断开后接管')).toBeTruthy()
  expect((await card('双中心互联')).getByText('已启用，网段 10.9.0.0/24')).toBeTruthy()
  expect((await card('DNS')).getByText('223.5.5.5')).toBeTruthy()
  expect((await card('动态路由')).getByText('已启用 1 个分支')).toBeTruthy()
  const prefixes = await tables()
  expect(await prefixes.findByText('10.3.0.0/16')).toBeTruthy()
  expect(prefixes.queryByText('10.4.0.0/16')).toBeNull()
  expect(prefixes.getByText('+1')).toBeTruthy()
  expect(prefixes.getAllByText('没有前缀')).toHaveLength(2)
  await user.click(prefixes.getByText('网段总览 3'))
  expect(await prefixes.findByText('与 成员 SH-0003 的内网 10.128.1.0/24 重叠')).toBeTruthy()
  expect(prefixes.getByText('与 中心 HQ-0001 的硬件互联网段 10.128.0.0/20 重叠')).toBeTruthy()
  expect(prefixes.getByRole('img', { name: '10.0.0.0/8 已用 3 段，2 段重复，空闲 99%' })).toBeTruthy()
})

it.each([
  ['an unusable network', { ...network, network_status: 0 as const }, 1 as const],
  ['a role that may not edit', network, 0 as const],
])('the tab offers no changes for %s', async (_, shown, edit) => {
  server.on(contract.account.info, anAccount({ auth: anAuth({ edit }) }))
  open(shown)
  expect(await (await tables()).findByText('10.3.0.0/16')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /修改|重命名|批量|保存/ })).toBeNull()
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

it('a site is found by a part of its name or of a prefix, and by an address within one', async () => {
  open()
  const table = await tables()
  const search = await table.findByRole('searchbox', { name: '搜索站点或任意网段' })
  await table.findByText('10.3.0.0/16')
  const found = async (typed: string) => {
    await user.clear(search)
    await user.type(search, typed)
    return table.queryAllByRole('link').length
  }
  expect(await found('10.3.7.9')).toBe(1)
  expect(await found('sh-')).toBe(1)
  expect(await found('10.9.7.9')).toBe(0)
  expect(table.getByText('没有名称或网段含「10.9.7.9」的站点')).toBeTruthy()
})

it('renaming a network sends the revision on screen', async () => {
  server.refuse(contract.network.rename, 409, '内容已被他人修改，请刷新后重试')
  open()
  await choose('基本信息', '重命名')
  const field = await screen.findByLabelText<HTMLInputElement>('组网名称')
  await user.clear(field)
  await user.paste('网'.repeat(24))
  await user.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('内容已被他人修改，请刷新后重试')).toBeTruthy()
  expect(server.askedUpon(contract.network.rename)).toEqual([String(network.revision)])
})

/** The settings and panels of a network that the server has, as its page shows them. */
function Live() {
  const { network: shown, loading } = useNetwork(network.network_number)
  return (
    shown && (
      <>
        <SettingsTab network={shown} />
        <NetworkPanels network={shown} loading={loading} />
      </>
    )
  )
}
/**
 * Opens the page of a network, each save of which makes a revision, and switches its encryption. The page has not loaded that yet.
 * @returns lets the page load what was saved
 */
async function saveCiphers(): Promise<() => void> {
  let { revision } = network
  let load = () => {}
  const answer = () => server.on(contract.network.info, { ...network, revision })
  const save = () => {
    revision += 1
    answer()
    load = server.hold(contract.network.info)
    return null
  }
  answer()
  for (const call of [settings.ciphers, settings.dns, contract.network.rename]) server.on(call, save)
  server.on(contract.networkRevisions.draft, aDraft())
  server.on(contract.network.config, aConfig())
  openPage(<Live />, '/network/detail?tab=settings', '/network/detail')
  await user.click((await card('加密算法')).getByRole('button', { name: '修改 加密算法' }))
  const ciphers = within(await findDialog('修改 · 加密算法'))
  await user.click(await ciphers.findByText('国密算法（SM 系列）'))
  await user.click(ciphers.getByRole('button', { name: '保存' }))
  await user.click(within(await findDialog('切换加密算法')).getByRole('button', { name: '切换' }))
  await waitFor(() => expect(server.asked(contract.network.info)).toHaveLength(2))
  await waitFor(() => expect(screen.getByTestId('address').textContent).not.toContain('panel='))
  return () => load()
}
const upon = (saves: number) => String(network.revision + saves)

it('a name typed right after another save is saved upon that one, once the page has loaded it', async () => {
  const load = await saveCiphers()
  await choose('基本信息', '重命名')
  await user.type(await screen.findByLabelText('组网名称'), '二{Enter}')
  load()
  await waitFor(() => expect(server.askedUpon(contract.network.rename)).toEqual([upon(1)]))
})

it('a panel opened right after it was saved shows what the page then loads, and saves upon it', async () => {
  const load = await saveCiphers()
  load()
  const openDns = async () => user.click((await card('DNS')).getByRole('button', { name: '修改 DNS' }))
  const save = async (server: string) => {
    const drawer = within(await findDialog('修改 · DNS'))
    await user.clear(await drawer.findByLabelText('DNS 1'))
    await user.paste(server)
    await user.click(drawer.getByRole('button', { name: '保存' }))
  }
  await openDns()
  await save('114.114.114.114')
  await waitFor(() => expect(screen.getByTestId('address').textContent).not.toContain('panel='))
  await openDns()
  load()
  await save('119.29.29.29')
  await waitFor(() => expect(server.askedUpon(settings.dns)).toEqual([upon(1), upon(2)]))
})

it('two cards changed one right after the other are saved one after the other', async () => {
  const load = await saveCiphers()
  server.on(settings.quagga_disable, null)
  await user.click((await card('动态路由')).getByRole('button', { name: '修改 动态路由：批量停用' }))
  load()
  await user.click(within(await findDialog('批量停用动态路由')).getByRole('button', { name: '批量停用' }))
  await waitFor(() => expect(server.askedUpon(settings.quagga_disable)).toEqual([upon(1)]))
})

it('a change that waits for its turn is on the card of the network at once, which offers no undo until it is saved', async () => {
  const busy = Promise.withResolvers<void>()
  function Busy() {
    const { mutate } = useMutation({ ...inTurn(network.network_number), mutationFn: () => busy.promise })
    useEffect(() => mutate(), [mutate])
    return null
  }
  server.on(contract.network.info, network)
  server.on(contract.networkRevisions.draft, aDraft())
  server.on(contract.networkRevisions.progress, aProgress({ counts: { applied: 42, offline: 0 } }))
  server.on(settings.quagga_disable, null)
  applying.watch(network.network_number)
  openPage(
    <>
      <Busy />
      <Live />
      <ApplyDock />
    </>,
    '/network/detail?tab=settings',
    '/network/detail',
  )
  const progress = await card('配置下发进度：总部—门店')
  expect(await progress.findByRole('button', { name: '撤销' })).toBeTruthy()
  await user.click((await card('动态路由')).getByRole('button', { name: '修改 动态路由：批量停用' }))
  await user.click(within(await findDialog('批量停用动态路由')).getByRole('button', { name: '批量停用' }))
  expect(await progress.findByRole('heading', { name: '正在保存…' })).toBeTruthy()
  expect(progress.queryByRole('button', { name: '撤销' })).toBeNull()
  expect(server.asked(settings.quagga_disable)).toEqual([])
  await act(async () => busy.resolve())
  expect(await progress.findByRole('button', { name: '撤销' })).toBeTruthy()
  expect(server.asked(settings.quagga_disable)).toHaveLength(1)
})
