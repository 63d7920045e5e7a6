// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { contract, type NetworkInfo, type NetworkRevision, type PrefixRow } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { aConfig, aDraft, aMember, anAccount, anAuth, aNetwork, aProgress } from '../../../../test/data.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { ApplyDock } from '../apply/ApplyDock.tsx'
import { NetworkPanels } from './NetworkPanels.tsx'
import type { Panel } from './use-panel.ts'
import { findDialog } from '@weft/ui/testing/find-button.ts'
import { user } from '@weft/ui/testing/user.ts'

const settings = contract.networkSettings
const { draft } = contract.networkRevisions
const dynamic = { public_ip: null, public_port: null, static_port: null }
const center = (router_name: string, third: number) =>
  aMember({
    router_name,
    note: '',
    fixed_port: { router: dynamic, software: dynamic },
    gateway: { router: { gateway: `10.128.${third}.0`, mask: 20 }, software: { gateway: `10.128.${third + 16}.0`, mask: 20 } },
  })
const network: NetworkInfo = aNetwork({
  network_dns: ['10.0.0.53'],
  network_center_link_show: 1,
  member: [center('HQ-0001', 0), center('DR-0002', 32), aMember({ router_name: 'SH-0003', member_type: 'point' })],
})

const aRule = (ip: string, mask: number): PrefixRow => ({
  router_name: 'HQ-0001',
  note: '',
  name: 'HQ-0001',
  ip,
  mask,
  permission: 'permit',
  ge: null,
  le: null,
})

let server: StubServer
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  server = stubServer()
  server.on(contract.account.info, anAccount({ auth: { ...anAuth(), quagga_advanced: 0 } }))
  server.on(contract.network.config, aConfig())
  server.on(settings.segments, [
    { purpose: 'center_hardware', owner: 'HQ-0001', ip: '10.128.0.0', mask: 20, source: 'allocated' },
    { purpose: 'center_software', owner: 'HQ-0001', ip: '10.128.16.0', mask: 20, source: 'allocated' },
    { purpose: 'center_hardware', owner: 'DR-0002', ip: '10.128.32.0', mask: 20, source: 'allocated' },
    { purpose: 'center_software', owner: 'DR-0002', ip: '10.128.48.0', mask: 20, source: 'allocated' },
    { purpose: 'lan', owner: 'SH-0003', ip: '192.168.3.0', mask: 24, source: 'reported' },
    { purpose: 'prefix', owner: 'SH-0003', ip: '10.3.0.0', mask: 16, source: 'edited' },
    { purpose: 'center_hardware', owner: 'ERP-0001', ip: '10.200.0.0', mask: 16, source: 'edited', network: 'ERP 专网', shared: false },
  ])
  server.on(draft, aDraft())
  server.on(contract.networkRevisions.draft_save, { version: 1 })
  server.on(contract.networkRevisions.progress, aProgress())
  server.on(settings.free_segment, { gateway: '10.128.64.0', mask: 20 })
})

async function open(panel: Panel, node?: string) {
  const address = `/network/detail?network_number=1000000001&panel=${panel}${node ? `&node=${node}` : ''}`
  const page = openPage(
    <>
      <NetworkPanels network={network} />
      <ApplyDock />
    </>,
    address,
    '/network/detail',
  )
  const drawer = within(await screen.findByRole('dialog'))
  return { page, drawer }
}
/** Opens a panel and waits until its first field has the focus; until then it would take the focus from another field. */
async function openForm(panel: Panel, node?: string) {
  const opened = await open(panel, node)
  await waitFor(() => expect(document.querySelector('.ant-drawer-body')?.contains(document.activeElement)).toBe(true))
  return opened
}
const press = (drawer: ReturnType<typeof within>, name: string) =>
  user.click(drawer.getByRole('button', { name: new RegExp(`(^|\\s)${name}$`) }))
/** Fills a field at once, by pasting. */
async function fill(field: HTMLElement, value: string) {
  await user.clear(field)
  await user.paste(value)
}
const closed = () => waitFor(() => expect(screen.getByTestId('address').textContent).not.toContain('panel='))

it('the panel edits the segment of the link between both centers, whichever member is selected', async () => {
  server.on(settings.edit_center_link_gateway, null)
  const { drawer } = await openForm('center_link_segment', 'SH-0003')
  await fill(drawer.getByLabelText('网段'), '10.9.0.0')
  await press(drawer, '保存')
  await closed()
  expect(server.asked(settings.edit_center_link_gateway)).toEqual([{ network_number: '1000000001', gateway: '10.9.0.0', mask: 24 }])
})

it('the panel saves DNS servers up to the limit, upon the revision on screen', async () => {
  server.on(settings.dns, null)
  const { page, drawer } = await openForm('dns')
  await waitFor(() => expect(document.activeElement).toBe(drawer.getByLabelText('DNS 1')))
  await user.click(await drawer.findByRole('button', { name: '添加 DNS' }))
  expect(await drawer.findByText('最多支持 2 个 DNS')).toBeTruthy()
  await press(drawer, '保存')
  expect(await drawer.findByText('DNS 不能为空')).toBeTruthy()
  await fill(drawer.getByLabelText('DNS 2'), '0.1.1.1')
  expect(await drawer.findByText('请输入正确的 DNS')).toBeTruthy()
  await fill(drawer.getByLabelText('DNS 2'), '127.0.0.53')
  expect(await drawer.findByText('DNS 不能使用保留网段 127.0.0.0/8 内的地址')).toBeTruthy()
  await fill(drawer.getByLabelText('DNS 2'), '10.0.0.53')
  expect(await drawer.findByText('DNS 不能重复')).toBeTruthy()
  expect(server.asked(settings.dns)).toEqual([])
  await fill(drawer.getByLabelText('DNS 2'), '223.5.5.5')
  await press(drawer, '保存')
  await closed()
  expect(server.asked(settings.dns)).toEqual([{ network_number: '1000000001', dns: ['10.0.0.53', '223.5.5.5'] }])
  expect(page.address()).toBe('/network/detail?network_number=1000000001')
})

it('an unchanged panel closes without a request, and a changed one asks before it discards', async () => {
  server.on(settings.dns, null)
  const first = await openForm('dns')
  await press(first.drawer, '保存')
  await closed()
  expect(server.asked(settings.dns)).toEqual([])
  const { drawer } = await openForm('dns')
  await fill(drawer.getByLabelText('DNS 1'), '1.1.1.1')
  await press(drawer, '取消')
  expect(await screen.findByText('放弃未保存的修改？')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '继续编辑' }))
  expect(drawer.getByLabelText<HTMLInputElement>('DNS 1').value).toBe('1.1.1.1')
})

it('Back asks before it closes a changed panel, and closes a saved one without a question', async () => {
  server.on(settings.dns, null)
  const { page, drawer } = await openForm('dns')
  const detail = '/network/detail?network_number=1000000001'
  await fill(drawer.getByLabelText('DNS 1'), '1.1.1.1')
  await act(() => page.router.navigate(detail))
  expect(await screen.findByText('放弃未保存的修改？')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '继续编辑' }))
  expect(drawer.getByLabelText<HTMLInputElement>('DNS 1').value).toBe('1.1.1.1')
  await press(drawer, '保存')
  await closed()
  expect(page.address()).toBe(detail)
})

it('a panel opens with the values of the draft, says whose they are, offers the present ones, and adds its change to the draft', async () => {
  server.on(draft, aDraft({ version: 3, author: '王芸', changes: [{ call: 'dns', input: { dns: ['9.9.9.9'] } }] }))
  const { drawer } = await openForm('dns')
  expect(drawer.getByLabelText<HTMLInputElement>('DNS 1').value).toBe('9.9.9.9')
  expect(drawer.getByText('草稿中的值，由 王芸 保存')).toBeTruthy()
  await press(drawer, '改回当前值')
  await waitFor(() => expect(drawer.getByLabelText<HTMLInputElement>('DNS 1').value).toBe('10.0.0.53'))
  await fill(drawer.getByLabelText('DNS 1'), '1.1.1.1')
  // Meanwhile she changes her value: it is not replaced unseen.
  server.on(draft, aDraft({ version: 4, author: '王芸', changes: [{ call: 'dns', input: { dns: ['8.8.8.8'] } }] }))
  await press(drawer, '加入草稿')
  expect(await screen.findByText('王芸 刚刚也把这一项加入了草稿，您的值没有加入；再次加入将替换它')).toBeTruthy()
  expect(drawer.getByLabelText<HTMLInputElement>('DNS 1').value).toBe('1.1.1.1')
  await press(drawer, '加入草稿')
  await closed()
  expect(server.asked(contract.networkRevisions.draft_save)).toEqual([
    { network_number: '1000000001', version: 4, changes: [{ call: 'dns', input: { dns: ['1.1.1.1'] } }], comment: '' },
  ])
  expect(server.asked(settings.dns)).toEqual([])
})

it('a panel that would disturb members asks before it saves, and keeps the input if that is declined', async () => {
  server.on(contract.networkRevisions.changes, {
    revision: 8,
    impact: [{ kind: 'restart', seconds: 9, count: 2, router_names: ['HQ-0001', 'DR-0002'] }],
    diff: [],
    steps: [],
  })
  server.on(settings.dns, null)
  const { drawer } = await openForm('dns')
  await fill(drawer.getByLabelText('DNS 1'), '1.1.1.1')
  await press(drawer, '保存')
  const question = within(await findDialog('有成员的连接会中断'))
  expect(question.getByText('2 个成员重建隧道，约 9 秒')).toBeTruthy()
  expect(question.getByText('HQ-0001、DR-0002')).toBeTruthy()
  expect(question.getByText('中心一次只改一个，业务走另一个')).toBeTruthy()
  expect(question.getByText('其余 1 个成员不受影响')).toBeTruthy()
  await user.click(question.getByRole('button', { name: /取\s?消/ }))
  expect(server.asked(settings.dns)).toEqual([])
  expect(drawer.getByLabelText<HTMLInputElement>('DNS 1').value).toBe('1.1.1.1')
})

it('a panel shows who changed the network meanwhile, keeps the input, and saves upon the newest revision', async () => {
  const revision: NetworkRevision = {
    revision: 8,
    create_time: 1_790_000_000,
    by: '陈浩',
    summary: '组网名称改为「华东」',
    state: 'pending',
    diff: [{ field: 'network_name', from: '', to: '华东', text: '组网名称改为「华东」' }],
    names: {},
  }
  server.on(contract.networkRevisions.list, { rows: [revision, { ...revision, revision: 7, by: '林晓' }], count: 2 })
  server.refuse(settings.dns, 409, '内容已被他人修改，请刷新后重试')
  const { drawer } = await openForm('dns')
  await fill(drawer.getByLabelText('DNS 1'), '1.1.1.1')
  await press(drawer, '保存')
  expect(await screen.findByText(/^陈浩 在 \d\d:\d\d 改过组网名称，您看到的是旧值。设备没有任何变化$/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '对比并合并' }))
  const notice = await drawer.findByText(/^陈浩 在 .+ 修改了组网：组网名称改为「华东」$/)
  expect(drawer.queryByText(/林晓/)).toBeNull()
  // The conflict is shown in the drawer only, not in a toast as well.
  expect(screen.queryByText('内容已被他人修改，请刷新后重试')).toBeNull()
  expect(notice).toBeTruthy()
  expect(drawer.getByLabelText<HTMLInputElement>('DNS 1').value).toBe('1.1.1.1')
  server.on(settings.dns, null)
  await press(drawer, '仍然保存')
  await closed()
  expect(server.asked(settings.dns)).toHaveLength(2)
})

it('no panel opens for users who may not edit', async () => {
  server.on(contract.account.info, anAccount({ ram: 1, auth: anAuth({ edit: 0 }) }))
  openPage(<NetworkPanels network={network} />, '/network/detail?network_number=1000000001&panel=dns', '/network/detail')
  await waitFor(() => expect(server.asked(contract.account.info)).toHaveLength(1))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('a typed segment shows at once which segment it overlaps, and offers a free one', async () => {
  server.on(settings.edit_center_gateway, null)
  const { drawer } = await openForm('center_segments', 'HQ-0001')
  const [field] = drawer.getAllByLabelText('网段') as [HTMLElement]
  await fill(field, '10.3.1.5')
  expect(await drawer.findByText('网段错误，10.3.1.5 不是 /20 的网络地址')).toBeTruthy()
  await press(drawer, '改为 10.3.0.0')
  expect(await drawer.findByText('10.3.0.0/20（中心 HQ-0001 的硬件互联网段）与成员 SH-0003 的路由前缀的 10.3.0.0/16 重叠')).toBeTruthy()
  await fill(field, '10.128.16.0')
  expect(
    await drawer.findByText('10.128.16.0/20（中心 HQ-0001 的硬件互联网段）与中心 HQ-0001 的软件互联网段的 10.128.16.0/20 重叠'),
  ).toBeTruthy()
  await fill(field, '10.200.0.0')
  expect(
    await drawer.findByText(
      '10.200.0.0/20（中心 HQ-0001 的硬件互联网段）与组网「ERP 专网」中心 ERP-0001 的硬件互联网段的 10.200.0.0/16 重叠',
    ),
  ).toBeTruthy()
  await fill(field, '10.128.16.0')
  // Either of the two overlapping segments may be moved.
  const [way] = await drawer.findAllByText('使用空闲网段 10.128.64.0/20')
  await user.click(way!)
  await press(drawer, '保存')
  await closed()
  expect(server.asked(settings.edit_center_gateway)).toEqual([
    {
      network_number: '1000000001',
      router_name: 'HQ-0001',
      router_network: { gateway: '10.128.64.0', mask: 20 },
      software_network: { gateway: '10.128.16.0', mask: 20 },
    },
  ])
})

it('an overlap is also shown when it becomes known after typing, and disappears once resolved', async () => {
  const release = server.hold(settings.segments)
  const { drawer } = await openForm('center_segments', 'HQ-0001')
  const [hardware, software] = drawer.getAllByLabelText('网段') as [HTMLElement, HTMLElement]
  await fill(hardware, '10.200.0.0')
  release()
  expect(
    await drawer.findByText(
      '10.200.0.0/20（中心 HQ-0001 的硬件互联网段）与组网「ERP 专网」中心 ERP-0001 的硬件互联网段的 10.200.0.0/16 重叠',
    ),
  ).toBeTruthy()
  await fill(hardware, '10.210.0.0')
  await fill(software, '10.210.0.0')
  const overlap = '10.210.0.0/20（中心 HQ-0001 的软件互联网段）与中心 HQ-0001 的硬件互联网段的 10.210.0.0/20 重叠'
  expect(await drawer.findByText(overlap)).toBeTruthy()
  await fill(hardware, '10.220.0.0')
  await waitFor(() => expect(drawer.queryByText(overlap)).toBeNull())
})

it('fixed ports need all three values or none, in their range, and must differ between both services', async () => {
  server.on(settings.fixed_port, null)
  const { drawer } = await openForm('fixed_port', 'HQ-0001')
  const at = (name: string) => drawer.getAllByLabelText(name) as [HTMLElement, HTMLElement]
  await fill(at('公网 IP')[0], '300.1.1.1')
  expect(await drawer.findByText('请输入正确的 IP 地址')).toBeTruthy()
  await fill(at('公网 IP')[0], '8.8.8.8')
  await press(drawer, '保存')
  expect((await drawer.findAllByText('公网 IP、公网端口、本地端口需同时填写')).length).toBeGreaterThan(0)
  await fill(at('公网端口')[0], '80')
  expect(await drawer.findByText('公网端口范围为 1025–65535')).toBeTruthy()
  await fill(at('公网端口')[0], '5000')
  await fill(at('本地端口')[0], '5001')
  await fill(at('公网 IP')[1], '8.8.8.8')
  await fill(at('公网端口')[1], '5000')
  await fill(at('本地端口')[1], '5001')
  expect(await drawer.findByText('硬件和软件的本地端口不能相同')).toBeTruthy()
  expect(await drawer.findByText('硬件和软件的公网 IP 与公网端口不能完全相同')).toBeTruthy()
  await fill(at('公网端口')[1], '5002')
  await fill(at('本地端口')[1], '5003')
  await press(drawer, '保存')
  await closed()
  expect(server.asked(settings.fixed_port)).toEqual([
    {
      network_number: '1000000001',
      router_name: 'HQ-0001',
      router_service: { public_ip: '8.8.8.8', public_port: 5000, static_port: 5001 },
      software_service: { public_ip: '8.8.8.8', public_port: 5002, static_port: 5003 },
    },
  ])
})

it('choosing one of two centers sets the other', async () => {
  const centers = ['HQ-0001', 'DR-0002'].map((router_name) => ({ router_name, note: '' }))
  server.on(settings.routing, { type: 1, main_router: null, secondary_router: null, centers })
  server.on(settings.edit_routing, null)
  const { drawer } = await openForm('routing')
  await user.click(await drawer.findByRole('radio', { name: /^主备/ }))
  await press(drawer, '保存')
  expect((await drawer.findAllByText('请选择主中心和备中心')).length).toBeGreaterThan(0)
  await user.click(drawer.getByRole('combobox', { name: '主中心' }))
  await user.click(await screen.findByTitle('DR-0002'))
  await press(drawer, '保存')
  await closed()
  expect(server.asked(settings.edit_routing)).toEqual([
    { network_number: '1000000001', type: 2, main_router: 'DR-0002', secondary_router: 'HQ-0001' },
  ])
})

const twin = { enable: 0, center_router_name: null, ...dynamic, gateway: null, mask: null } as const
it('the link between two centers is enabled with a server side and a segment', async () => {
  server.on(settings.center_link_network, twin)
  server.on(settings.center_link, null)
  const { drawer } = await openForm('center_link')
  await user.click(await drawer.findByRole('radio', { name: /^无公网 IP/ }))
  await press(drawer, '启用')
  expect(await drawer.findByText('请选择服务端')).toBeTruthy()
  expect(await drawer.findByText('网段不能为空')).toBeTruthy()
  await user.click(drawer.getByRole('combobox', { name: '服务端' }))
  await user.click(await screen.findByTitle('HQ-0001'))
  await user.click(await drawer.findByRole('button', { name: '使用空闲网段 10.128.64.0/20' }))
  await press(drawer, '启用')
  await closed()
  expect(server.asked(settings.center_link)).toEqual([
    { network_number: '1000000001', enable: 1, center_router_name: 'HQ-0001', ...dynamic, gateway: '10.128.64.0', mask: 24 },
  ])
})

it('the link between two centers is enabled with a public address of the server side', async () => {
  server.on(settings.center_link_network, twin)
  server.on(settings.center_link, null)
  const { drawer } = await openForm('center_link')
  await user.click(await drawer.findByRole('combobox', { name: '服务端' }))
  await user.click(await screen.findByTitle('HQ-0001'))
  await fill(drawer.getByLabelText('公网 IP'), '192.168.1.1')
  const warning = '192.168.1.1 不是公网地址，只有能直接访问它的中心才能连接'
  expect(await drawer.findByText(warning)).toBeTruthy()
  await fill(drawer.getByLabelText('公网 IP'), '203.0.113.9')
  expect(drawer.queryByText(warning)).toBeNull()
  await fill(drawer.getByLabelText('公网端口'), '6000')
  await press(drawer, '启用')
  expect(await drawer.findByText('本地端口不能为空')).toBeTruthy()
  await fill(drawer.getByLabelText('本地端口'), '6001')
  await press(drawer, '启用')
  await closed()
  const port = { public_ip: '203.0.113.9', public_port: 6000, static_port: 6001 }
  expect(server.asked(settings.center_link)).toEqual([
    { network_number: '1000000001', enable: 1, center_router_name: 'HQ-0001', ...port, gateway: null, mask: null },
  ])
})

it('the link between two centers is disabled after one question', async () => {
  server.on(settings.center_link_network, { ...twin, enable: 1, center_router_name: 'HQ-0001', gateway: '10.9.0.0', mask: 24 })
  server.on(settings.enable_center_link, null)
  const { drawer } = await openForm('center_link')
  await user.click(await drawer.findByRole('button', { name: '关闭互联' }))
  expect(await screen.findByText('两个中心将不再直接互通')).toBeTruthy()
  await user.click(screen.getAllByRole('button', { name: '关闭互联' }).at(-1)!)
  await closed()
  expect(server.asked(settings.enable_center_link)).toEqual([{ network_number: '1000000001', enable: 0 }])
  expect(server.askedUpon(settings.enable_center_link)).toEqual(['7'])
})

it('saving the address pool confirms a pending POP resource, and overlaps across rows are found', async () => {
  const segment = (gateway: string) => ({ gateway, mask: 20 })
  server.on(settings.ip_address_pool, {
    pop: { gateway: '100.64.0.0', mask: 20 },
    pop_software: [],
    center_link_network: null,
    center_network: { 'HQ-0001': { router: segment('10.128.0.0'), software: segment('10.128.16.0') } },
    other: null,
    pending: { network_fr_id: '4', mode: 1 },
  })
  server.on(settings.edit_ip_address_pool, null)
  const { drawer } = await openForm('ip_pool')
  expect(await drawer.findByText('更换 POP 资源后请确认 IP 地址池')).toBeTruthy()
  expect(drawer.queryByRole('button', { name: '加入草稿' })).toBeNull()
  const field = drawer.getByLabelText('中心 HQ-0001 的硬件互联网段 网段')
  await fill(field, '100.64.0.0')
  expect(await drawer.findByText('100.64.0.0/20（中心 HQ-0001 的硬件互联网段）与 POP 网段的 100.64.0.0/20 重叠')).toBeTruthy()
  await fill(field, '10.128.0.0')
  await press(drawer, '保存')
  await closed()
  expect(server.asked(settings.edit_ip_address_pool)).toEqual([
    {
      network_number: '1000000001',
      center_link_network: null,
      center_network: { 'HQ-0001': { router: segment('10.128.0.0'), software: segment('10.128.16.0') } },
      network_fr_id: '4',
    },
  ])
})

it('pasted prefixes may have dotted masks and share a line, and the LAN of another member is pointed out', async () => {
  server.on(settings.prefix, [])
  const { drawer } = await openForm('prefix', 'HQ-0001')
  expect(drawer.getByText('路由前缀有什么作用')).toBeTruthy()
  await user.click(await drawer.findByRole('button', { name: '批量粘贴' }))
  await user.click(drawer.getByLabelText('每行一条，例如 10.1.0.0/16 或 10.1.0.0 255.255.0.0'))
  await user.paste('192.168.3.0 255.255.255.0\n10.6.0.0/255.255.0.0、10.7.0.0/16')
  await press(drawer, '添加 3 行')
  expect(await drawer.findByText('与 总部 的网段相同')).toBeTruthy()
  expect([1, 2, 3].map((n) => drawer.getByLabelText<HTMLInputElement>(`第 ${n} 行掩码`).value)).toEqual(['24', '16', '16'])
})

it('lines of a spreadsheet that are pasted into a cell are read by their columns, each wrong cell named at its line and nothing lost', async () => {
  server.on(contract.account.info, anAccount({ auth: { ...anAuth(), quagga_advanced: 1 } }))
  server.on(settings.prefix, [])
  server.on(settings.edit_prefix, { corrected: [] })
  const { drawer } = await openForm('prefix', 'HQ-0001')
  await user.click(await drawer.findByRole('button', { name: '添加一行' }))
  await user.click(drawer.getByLabelText('第 1 行网络号'))
  const wrong = ['10.3.0.0\t99', '10.4.0.0\t16\t也许', '10.5.0.0\t16\t允许\t9', '10.6.0.0.0\t16']
  await user.paste(['10.1.0.0\t255.255.0.0', '10.2.0.0\t16\t拒绝\t20\t24', ...wrong, ''].join('\r\n'))
  const field = drawer.getByLabelText<HTMLTextAreaElement>('每行一条，例如 10.1.0.0/16 或 10.1.0.0 255.255.0.0')
  expect(drawer.getByText('也可以从 Excel 粘贴，列为网络号、掩码、动作、ge、le')).toBeTruthy()
  const preview = within(drawer.getByRole('region', { name: '预览' }))
  const said = preview.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent).filter((_, at) => at !== 1))
  expect(said.slice(1)).toEqual([
    ['1', '可添加'],
    ['2', '可添加'],
    ['3', '掩码范围为 8–32'],
    ['4', '动作请填「允许」或「拒绝」'],
    ['5', 'ge 必须大于掩码'],
    ['6', expect.stringContaining('网络号')],
  ])
  await press(drawer, '添加 2 行')
  expect(field.value).toBe(wrong.join('\n'))
  await press(drawer, '收起')
  await press(drawer, '批量粘贴')
  expect(drawer.getByLabelText<HTMLTextAreaElement>(/^每行一条/).value).toBe(wrong.join('\n'))
  await press(drawer, '保存')
  const question = within(await findDialog('粘贴的内容还没有全部添加'))
  expect(question.getByText('粘贴的内容中有 4 行不在表格里，保存后不保留')).toBeTruthy()
  await user.click(question.getByRole('button', { name: '仍然保存' }))
  await closed()
  expect(server.asked(settings.edit_prefix)[0]).toMatchObject({
    prefix: [
      { ip: '10.1.0.0', mask: 16, permission: 'permit', ge: null, le: null },
      { ip: '10.2.0.0', mask: 16, permission: 'deny', ge: 20, le: 24 },
    ],
  })
})

it('the rules are copied as the columns that are pasted, and an account without advanced rules is told that it may not paste them', async () => {
  server.on(settings.prefix, [aRule('10.1.0.0', 16), aRule('10.2.0.0', 24)])
  const { drawer } = await openForm('prefix', 'HQ-0001')
  await user.click(await drawer.findByRole('button', { name: '复制全部' }))
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('10.1.0.0\t16\n10.2.0.0\t24'))
  await press(drawer, '批量粘贴')
  await user.click(drawer.getByLabelText(/^每行一条/))
  await user.paste('10.3.0.0\t16\t拒绝')
  expect(drawer.getByText('未开通高级路由策略，不能设置动作、ge 和 le')).toBeTruthy()
})

it('a prefix on the LAN of another member names the owner and a free one before it is saved, and saving it anyway is asked', async () => {
  server.on(settings.prefix, [])
  server.on(settings.edit_prefix, { corrected: [] })
  const { drawer } = await openForm('prefix', 'HQ-0001')
  const type = async (prefix: string) => {
    await user.click(drawer.getByLabelText('第 1 行网络号'))
    await user.clear(drawer.getByLabelText('第 1 行网络号'))
    await user.paste(prefix)
  }
  await user.click(await drawer.findByRole('button', { name: '添加一行' }))
  await type('192.168.3.0/24')
  expect(await drawer.findByText('与 总部 的网段相同')).toBeTruthy()
  await press(drawer, '保存')
  const question = within(await findDialog('与其他成员的内网重叠'))
  expect(question.getByText('第 1 行：192.168.3.0/24 与 总部 的网段相同')).toBeTruthy()
  await user.click(question.getByRole('button', { name: '返回修改' }))
  expect(server.asked(settings.edit_prefix)).toEqual([])

  await user.click(drawer.getByRole('button', { name: '改为空闲的 192.168.4.0/24' }))
  expect(drawer.getByLabelText<HTMLInputElement>('第 1 行网络号').value).toBe('192.168.4.0')
  expect(drawer.queryByText('与 总部 的网段相同')).toBeNull()
  await type('192.168.3.0/24')
  await press(drawer, '保存')
  await user.click(await screen.findByRole('button', { name: '仍然保存' }))
  await waitFor(() => expect(server.asked(settings.edit_prefix)).toHaveLength(1))
})

it('one wrong prefix marks its own row alone, and a row shows how it is read once it is left', async () => {
  server.on(settings.prefix, [])
  server.on(settings.edit_prefix, { corrected: [] })
  const { drawer } = await openForm('prefix', 'HQ-0001')
  const cell = (n: number, field: string) => drawer.getByLabelText<HTMLInputElement>(`第 ${n} 行${field}`)
  const add = async (ip: string, mask: string) => {
    await user.click(drawer.getByRole('button', { name: '添加一行' }))
    const n = drawer.getAllByLabelText(/^第 \d+ 行网络号$/).length
    await user.click(cell(n, '网络号'))
    await user.paste(ip)
    await user.click(cell(n, '掩码'))
    await user.paste(mask)
  }
  await add('１０。５。0。0\u200b', '１６')
  // The click on the button leaves the row.
  await add('10.6.0.0', '16')
  expect([cell(1, '网络号').value, cell(1, '掩码').value]).toEqual(['10.5.0.0', '16'])
  await add('10.7.0.0', '160')
  expect(cell(3, '掩码').value).toBe('160')
  await press(drawer, '保存')
  expect(await drawer.findByText('掩码范围为 8–32')).toBeTruthy()
  const red = [...document.querySelectorAll('.ant-input-status-error')].map((field) => field.getAttribute('aria-label'))
  expect(red).toEqual(['第 3 行掩码'])
  await fill(cell(3, '掩码'), '16')
  await press(drawer, '保存')
  await waitFor(() => expect(server.asked(settings.edit_prefix)).toHaveLength(1))
  expect(server.asked(settings.edit_prefix)[0]).toMatchObject({ prefix: [{ ip: '10.5.0.0', mask: 16 }, { mask: 16 }, { mask: 16 }] })
})

it('many prefixes are added by pasting or row by row, each with its own error', async () => {
  server.on(settings.prefix, [])
  server.on(settings.edit_prefix, { corrected: [] })
  const { drawer } = await openForm('prefix', 'HQ-0001')
  await user.click(await drawer.findByRole('button', { name: '批量粘贴' }))
  await user.click(drawer.getByLabelText('每行一条，例如 10.1.0.0/16 或 10.1.0.0 255.255.0.0'))
  await user.paste('10.1.0.0/16\n10.2.3.4/16\n10.128.0.0/24\n10.1.0.0/16\nabc\n10.5.0.0/7\n127.1.0.0/16')
  const preview = within(drawer.getByRole('region', { name: '预览' }))
  expect(preview.getByText('已将 10.2.3.4/16 更正为 10.2.0.0/16')).toBeTruthy()
  expect(preview.getByText('10.128.0.0/24（成员 HQ-0001 的路由前缀）与中心 HQ-0001 的硬件互联网段的 10.128.0.0/20 重叠')).toBeTruthy()
  expect(preview.getByText('与第 1 行重复')).toBeTruthy()
  expect(preview.getByText('请按「网络号/掩码」填写')).toBeTruthy()
  expect(preview.getByText('掩码范围为 8–32')).toBeTruthy()
  expect(preview.getByText('网络号不能使用保留网段 127.0.0.0/8 内的地址')).toBeTruthy()
  await press(drawer, '添加 2 行')
  expect(drawer.getByLabelText<HTMLTextAreaElement>('每行一条，例如 10.1.0.0/16 或 10.1.0.0 255.255.0.0').value).toBe(
    '10.128.0.0/24\n10.1.0.0/16\nabc\n10.5.0.0/7\n127.1.0.0/16',
  )
  expect(preview.getByText('与已有的第 1 行重复')).toBeTruthy()
  await press(drawer, '收起')
  await press(drawer, '添加一行')
  await waitFor(() => expect(document.activeElement).toBe(drawer.getByLabelText('第 3 行网络号')))
  await user.keyboard('10.4.5.6/16{Enter}')
  expect(await drawer.findByText('已将 10.4.5.6/16 更正为 10.4.0.0/16')).toBeTruthy()
  // Enter on the last row added another.
  await press(drawer, '保存')
  expect(await drawer.findByText('网络号不能为空')).toBeTruthy()
  await press(drawer, '删除第 4 行')
  await press(drawer, '保存')
  await closed()
  expect(server.asked(settings.edit_prefix)).toEqual([
    {
      network_number: '1000000001',
      router_name: 'HQ-0001',
      prefix: [
        { ip: '10.1.0.0', mask: 16 },
        { ip: '10.2.0.0', mask: 16 },
        { ip: '10.4.0.0', mask: 16 },
      ],
    },
  ])
})
