// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { contract, type MemberOption, type NetworkInfo } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { aConfig, aMember, anAccount, aNetwork } from '../../../../test/data.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { NetworkCreatePage } from './NetworkCreatePage.tsx'
import { NetworkEditPage } from './NetworkEditPage.tsx'
import { findDialog, press as pressIn } from '@weft/ui/testing/find-button.ts'
import { user } from '@weft/ui/testing/user.ts'

const option = (router_name: string, note = '', more: Partial<MemberOption> = {}): MemberOption => ({
  router_name,
  note,
  online: 1,
  network_count: 0,
  network_number: null,
  networks: [],
  lan: [],
  address: null,
  ...more,
})
const erp = { network_number: '1000000007', network_name: 'ERP 专网' }
const hardware = [
  option('HW-0001', '总部'),
  option('HW-0002', '上海门店', { networks: [erp], lan: ['192.168.2.0/24'], address: '203.0.113.2' }),
  option('HW-0003', '广州门店', { networks: [erp] }),
]
const software = [option('wang@20000001', '王工'), option('li@20000001', '李工')]

let server: StubServer
let network: NetworkInfo
beforeEach(() => {
  // The lists draw as many rows as fit into their measured size.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(600)
  server = stubServer()
  network = aNetwork()
  const page = (all: MemberOption[]) => (input: { search?: string | undefined }) => {
    const rows = all.filter((m) => m.router_name.includes(input.search ?? '') || m.note.includes(input.search ?? ''))
    return { rows, count: rows.length }
  }
  server.on(contract.account.info, anAccount())
  server.on(contract.network.config, aConfig())
  server.on(contract.network.info, () => network)
  server.on(contract.router.hardware, page(hardware))
  server.on(contract.router.software, page(software))
})
afterEach(() => vi.restoreAllMocks())

const create = () => openPage(<NetworkCreatePage />, '/network/create', '/network/create')
const edit = () => openPage(<NetworkEditPage />, '/network/edit?network_number=1000000001', '/network/edit')
const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }))
const tick = async (name: RegExp) => user.click(await screen.findByRole('checkbox', { name }))
const tickAll = async () => {
  await screen.findByRole('checkbox', { name: /HW-0001/ })
  await tick(/^全选$/)
}
const listOf = (name: string) => within(screen.getByRole('list', { name }))
const usage = () => screen.getByText(/已用成员/).textContent

it('the builder creates a network from the ticked members as centers and branches, and opens it', async () => {
  server.on(contract.network.create, { network_number: '1000000009' })
  const page = create()
  await user.type(await screen.findByLabelText('组网名称'), '华南生产网')
  await tick(/HW-0001/)
  await press('加入中心')
  await tick(/HW-0002/)
  await user.click(screen.getByRole('tab', { name: '软件成员' }))
  await tick(/wang@20000001/)
  await press('加入分支')
  expect(listOf('中心成员').getByText('HW-0001')).toBeTruthy()
  expect(usage()).toContain('7 / 10')
  await press('创建')
  await waitFor(() => expect(page.address()).toBe('/network/detail?network_number=1000000009'))
  expect(server.asked(contract.network.create)).toEqual([
    { network_name: '华南生产网', center: ['HW-0001'], point: ['HW-0002', 'wang@20000001'] },
  ])
})

it('the builder sends nothing without a name and a member, and shows which is missing', async () => {
  create()
  await user.click(await screen.findByRole('button', { name: '创建' }))
  const name = screen.getByLabelText('组网名称')
  expect(name.getAttribute('aria-invalid')).toBe('true')
  await waitFor(() => expect(document.activeElement).toBe(name))
  await user.type(name, '华南')
  await press('创建')
  expect((await screen.findAllByText('请至少添加一个成员')).length).toBeGreaterThan(0)
  expect(server.asked(contract.network.create)).toEqual([])
})

it('the name may have 24 characters, counted as code points, and a longer one is kept and reported', async () => {
  create()
  const name = await screen.findByLabelText<HTMLInputElement>('组网名称')
  await user.click(name)
  await user.paste('𠮷'.repeat(30))
  expect([...name.value].length).toBe(30)
  await press('创建')
  expect(await screen.findByText('组网名称不能超过 24 个字符', { selector: '#network-name-problem' })).toBeTruthy()
  await user.clear(name)
  await user.paste('𠮷'.repeat(24))
  await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('false'))
})

it('a software member cannot become a center', async () => {
  create()
  await user.click(await screen.findByRole('tab', { name: '软件成员' }))
  await tick(/wang@20000001/)
  const toCenter = screen.getByRole('button', { name: '加入中心' })
  expect(toCenter.getAttribute('aria-disabled')).toBe('true')
  await user.click(toCenter)
  await press('加入分支')
  expect(listOf('分支成员').getByText(/wang@20000001/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '将 wang@20000001 设为中心' })).toBeNull()
})

it('the builder adds no more members than the account has room for', async () => {
  server.on(contract.network.config, aConfig({ network_router_use: 8 }))
  const page = create()
  await tickAll()
  await press('加入分支')
  expect((await screen.findAllByText('成员名额已满（10/10），请申请扩容')).length).toBeGreaterThan(0)
  expect(listOf('分支成员').getAllByRole('button', { name: /移出/ })).toHaveLength(2)
  expect(usage()).toContain('10 / 10')
  const dialog = await findDialog('暂时无法升级')
  expect(within(dialog).getByText(/^成员名额已满（10\/10），请申请扩容.*可以提交工单申请扩容/)).toBeTruthy()
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  await pressIn('提交工单', dialog)
  // The ticket is another tab: what was chosen stays.
  await waitFor(() => expect(opened).toHaveBeenCalledWith(expect.stringContaining('/ticket/create?type=1'), '_blank', 'noreferrer'))
  expect(page.address()).toBe('/network/create')
  expect(usage()).toContain('10 / 10')
})

it('the server searches the available members', async () => {
  create()
  await user.type(await screen.findByPlaceholderText('按名称或序列号搜索'), '广州')
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: /HW-0001/ })).toBeNull())
  expect(server.asked(contract.router.hardware).at(-1)).toMatchObject({ search: '广州', page: '1' })
})

it('saving an existing network sends the revision that was read, after one question about removed members', async () => {
  server.on(contract.network.edit, null)
  const page = edit()
  await user.click(await screen.findByRole('button', { name: '移出 上海门店' }))
  expect(await screen.findByRole('checkbox', { name: /SH-0002.*待移出/ })).toBeTruthy()
  expect(usage()).toContain('3 / 10')
  await press('保存')
  const question = within(await screen.findByRole('dialog'))
  expect(question.getByText('将移出 上海门店，移出后立即断开')).toBeTruthy()
  await user.click(question.getByRole('button', { name: '移出' }))
  await waitFor(() => expect(page.address()).toBe('/network/detail?network_number=1000000001'))
  expect(server.asked(contract.network.edit)).toEqual([
    { network_number: '1000000001', network_name: '华东生产网', center: ['HQ-0001'], point: [], revision: 7 },
  ])
  expect(server.asked(contract.router.hardware)[0]).toMatchObject({ network_number: '1000000001' })
})

it('the builder keeps the user’s choice when someone else changed the network, and saves upon the newest revision', async () => {
  server.refuse(contract.network.edit, 409, '内容已被他人修改，请刷新后重试')
  edit()
  await tick(/HW-0002/)
  await press('加入分支')
  await press('保存')
  const reload = await screen.findByRole('button', { name: '载入最新内容并保留我的选择' })
  network = aNetwork({ revision: 8, member: [...network.member, aMember({ router_name: 'BJ-0007', note: '', member_type: 'point' })] })
  server.on(contract.network.edit, null)
  await user.click(reload)
  expect(await listOf('分支成员').findByText('BJ-0007')).toBeTruthy()
  await press(/保存$/)
  await waitFor(() => expect(server.asked(contract.network.edit)).toHaveLength(2))
  expect(server.asked(contract.network.edit)[1]).toMatchObject({ revision: 8, point: ['SH-0002', 'BJ-0007', 'HW-0002'] })
})

it('the builder asks before it discards changes', async () => {
  const page = create()
  await user.type(await screen.findByLabelText('组网名称'), '华南')
  await press('取消')
  const question = within(await screen.findByRole('dialog'))
  await user.click(question.getByRole('button', { name: '继续编辑' }))
  expect(page.address()).toBe('/network/create')
  await press('取消')
  await user.click(await screen.findByRole('button', { name: '放弃' }))
  await waitFor(() => expect(page.address()).toBe('/network/lists'))
})

it('each list is one stop for the Tab key, and the focus moves to the next row when one is removed', async () => {
  create()
  await tickAll()
  await press('加入分支')
  const list = listOf('分支成员')
  expect(list.getAllByRole('button', { name: /移出/ }).filter((button) => button.tabIndex === 0)).toHaveLength(1)
  list.getByRole('button', { name: '移出 总部' }).focus()
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(document.activeElement).toBe(list.getByRole('button', { name: '移出 上海门店' })))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/广州门店/))
  expect(list.queryByText('HW-0002')).toBeNull()
})

it('the builder links to the setting that keeps a center in the network', async () => {
  const centers = ['HQ-0001', 'DR-0002'].map((router_name) => aMember({ router_name, note: '' }))
  const routing = { type: 2, main_router: 'HQ-0001', secondary_router: 'DR-0002' } as const
  network = aNetwork({ member: [...centers, aMember({ router_name: 'SH-0003', note: '', member_type: 'point' })], routing })
  server.refuse(contract.network.edit, 403, '中心 HQ-0001 不能移出：主备线路的主中心，请先调整')
  edit()
  await user.click(await screen.findByRole('button', { name: '移出 HQ-0001' }))
  await press('保存')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '移出' }))
  const way = await screen.findByRole('link', { name: '去调整：主备线路的主中心' })
  expect(way.getAttribute('href')).toBe('/network/detail?network_number=1000000001&tab=settings&panel=routing')
  expect(screen.getAllByRole('link', { name: /^去调整/ })).toHaveLength(1)
})

it('too many hubs are refused as a whole and stay ticked, Shift ticks a range, and members that are joined elsewhere are named', async () => {
  create()
  await tick(/HW-0001/)
  await user.keyboard('{Shift>}')
  await tick(/HW-0003/)
  await user.keyboard('{/Shift}')
  expect(screen.getByText('已选 3 项')).toBeTruthy()
  await press('加入中心')
  expect((await screen.findAllByText('中心最多支持 1 个')).length).toBeGreaterThan(0)
  expect(screen.getByText('已选 3 项')).toBeTruthy()
  await press('加入分支')
  expect(await screen.findByText('已选 0 项')).toBeTruthy()
  expect(screen.getByText('上海门店、广州门店已在组网「ERP 专网」中互联')).toBeTruthy()
})

it('the builder shows where a member is: its LAN and its address', async () => {
  create()
  expect(await screen.findByText('192.168.2.0/24 · 203.0.113.2')).toBeTruthy()
})
