// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { contract } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { aMemberSummary, anAccount, anAuth, aSoftwareMember } from '../../../../test/data.ts'
import { findButton, findDialog, press } from '@weft/ui/testing/find-button.ts'
import { user } from '@weft/ui/testing/user.ts'
import { memberServer, twoDevices } from '../../../../test/member-server.ts'
import { OpenPages } from '../../../shared/page/open-pages.ts'
import { MemberListPage } from './MemberListPage.tsx'

let server: ReturnType<typeof memberServer>
beforeEach(() => {
  localStorage.clear()
  server = memberServer()
  server.members = [
    ...twoDevices(),
    aSoftwareMember('zhangsan', { note: '张三' }),
    aSoftwareMember('lisi', {
      note: '这是一条写得很长很长很长的名称文字',
      online: 0,
      online_status: 0,
      state: 'idle',
      os: 'ios',
      phone: null,
    }),
    aSoftwareMember('wangwu', { status: 0, online: 0, state: 'disabled' }),
  ]
})

const open = (address = '/router/lists', pages: (path: string) => boolean = (path) => path !== '/router/ldap') =>
  openPage(
    <OpenPages value={pages}>
      <MemberListPage />
    </OpenPages>,
    address,
  )
const HASH = 'a'.repeat(64)
const SOFTWARE = '/router/lists?type=2'
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr')!)
const choose = async (button: string, item: string) => {
  await press(button)
  await user.click(await screen.findByText(item, { selector: '[role="menuitem"] *' }))
}

it('one list shows both kinds, each with its state, its networks and what to do about it', async () => {
  Object.assign(server.members[0]!, {
    state: 'down',
    cause: 'connection_lost',
    since: Math.floor(Date.now() / 1000) - 2 * 3600 - 14 * 60,
    networks: [{ network_number: '1000000001', network_name: '总部—门店' }],
    availability: 90.63,
  })
  open()
  const lost = await rowOf('WR-HQ-0001')
  expect(lost.getByText('失联 2 小时 14 分')).toBeTruthy()
  expect(lost.getByText('设备与平台失去联系')).toBeTruthy()
  expect(lost.getByText('总部—门店').getAttribute('href')).toBe('/network/detail?network_number=1000000001')
  expect(lost.getByText('90.63%').className).toBe('member-low')
  expect(lost.getByRole('button', { name: '为什么失联：上海总部' })).toBeTruthy()
  const silent = await rowOf('WR-HZ-0002')
  expect(silent.getByText('等待首次上线')).toBeTruthy()
  expect(silent.getByText('未加入组网')).toBeTruthy()
  expect(silent.getByRole('link', { name: '开通步骤：杭州店' }).getAttribute('href')).toBe('/router/detail?router_name=WR-HZ-0002')
  const well = await rowOf('zhangsan@20000001')
  expect(well.getByText('已登录')).toBeTruthy()
  expect(well.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['张三 的更多操作'])
})

it('tabs show all members or one kind, needing attention is a filter beside, and both keep the other filters', async () => {
  server.members[0]!.state = 'down'
  const { address } = open('/router/lists?tag=vip&page=1')
  await rowOf('WR-HZ-0002')
  const tabs = within(screen.getByRole('group', { name: '成员类型' }))
  await waitFor(() =>
    expect(tabs.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['全部 5', '硬件成员 2', '软件成员 3']),
  )
  const ailing = await screen.findByRole('button', { name: '需要处理 1' })
  await user.click(ailing)
  await waitFor(() => expect(screen.queryByText('WR-HZ-0002')).toBeNull())
  expect(address()).toBe('/router/lists?tag=vip&attention=1')
  expect(ailing.getAttribute('aria-pressed')).toBe('true')
  await user.click(screen.getByRole('tab', { name: /^软件成员/ }))
  expect(await screen.findByText('没有符合条件的软件成员')).toBeTruthy()
  expect(address()).toBe('/router/lists?tag=vip&attention=1&type=2')
  await user.click(await screen.findByRole('button', { name: '需要处理 0' }))
  expect(await screen.findByText('zhangsan@20000001')).toBeTruthy()
  expect(address()).toBe('/router/lists?tag=vip&type=2')
  expect(server.asked(contract.router.list).at(-1)).toEqual({ type: '2', page: '1', tag: 'vip' })
})

it('a tab that draws no filter by status is not filtered by it', async () => {
  const { address } = open('/router/lists?type=2&status=1')
  await rowOf('zhangsan@20000001')
  await user.click(screen.getByRole('tab', { name: /^硬件成员/ }))
  await rowOf('WR-HZ-0002')
  expect(address()).toBe('/router/lists?type=1')
})

it('clearing the filters stays in the tab', async () => {
  const { address } = open('/router/lists?type=2&search=nobody&status=1')
  await press('清空筛选')
  await rowOf('zhangsan@20000001')
  expect(address()).toBe(SOFTWARE)
})

it('another tab keeps a search that is being typed, and the number of those that need attention until its own is loaded', async () => {
  server.members[0]!.state = 'down'
  open()
  await rowOf('WR-HZ-0002')
  await screen.findByRole('button', { name: '需要处理 1' })
  const box = screen.getByPlaceholderText<HTMLInputElement>('搜索名称、序列号或手机号')
  await user.type(box, '张')
  const release = server.hold(contract.router.list)
  await user.click(screen.getByRole('tab', { name: /^软件成员/ }))
  await waitFor(() => expect(server.asked(contract.router.list)).toContainEqual({ attention: '1', limit: '1', type: '2' }))
  expect(screen.getByRole('button', { name: '需要处理 1' })).toBeTruthy()
  expect(screen.getByPlaceholderText('搜索名称、序列号或手机号')).toBe(box)
  expect(box.value).toBe('张')
  release()
  expect(await screen.findByRole('button', { name: '需要处理 0' })).toBeTruthy()
})

it('a tab none of whose members needs attention says so', async () => {
  open('/router/lists?type=2&attention=1')
  expect(await screen.findByText('没有需要处理的成员')).toBeTruthy()
})

it('the name is said to be the note, in the header and where it is edited', async () => {
  open()
  await rowOf('WR-HZ-0002')
  expect(screen.getByRole('columnheader', { name: '名称（备注）' })).toBeTruthy()
  await choose('上海总部 的更多操作', '修改名称')
  expect(within(await findDialog('修改名称')).getByText('名称就是成员的备注，可以搜索')).toBeTruthy()
})

it.each(['/router/lists', SOFTWARE])('the phone of a software member is bound or changed from the menu of its row: %s', async (address) => {
  server.members = server.members.slice(2)
  open(address)
  await choose('张三 的更多操作', '更换手机号')
  await press('取消', await findDialog('更换手机号'))
  await choose('这是一条写得很长很长很长的名称文字 的更多操作', '绑定手机号')
  expect(await findDialog('绑定手机号')).toBeTruthy()
})

it('every name leads to the page of its member, a software member too', async () => {
  open(SOFTWARE)
  expect((await screen.findByRole('link', { name: /张三/ })).getAttribute('href')).toMatch(/^\/router\/detail\?router_name=/)
  const { address } = open(SOFTWARE)
  await user.click((await screen.findAllByRole('button', { name: '张三 的详情' })).at(-1)!)
  await waitFor(() => expect(address()).toMatch(/^\/router\/detail\?router_name=/))
})

it.each([
  ['hardware', '/router/lists?type=1', '上海总部'],
  ['software', SOFTWARE, '张三'],
])('a row of the %s tab shows its details', async (_, address, name) => {
  open(address)
  expect(await findButton(`${name} 的详情`)).toBeTruthy()
})

it('the software members show phones and clients, and one that is signed out is no alarm', async () => {
  open(SOFTWARE)
  const off = await rowOf('lisi@20000001')
  expect(off.getByText('未登录')).toBeTruthy()
  expect(off.getByText('这是一条写得很长很长很长的名称文字')).toBeTruthy()
  expect(off.getByText('3.2.1')).toBeTruthy()
  expect(off.getByLabelText('绑定 这是一条写得很长很长很长的名称文字 的手机号')).toBeTruthy()
  const on = await rowOf('zhangsan@20000001')
  expect(on.getByText('138****5678')).toBeTruthy()
  expect(on.getByLabelText('更换 张三 的手机号')).toBeTruthy()
  expect((await rowOf('wangwu@20000001')).getByText('已停用')).toBeTruthy()
})

it('a device without a name can be named from its row', async () => {
  Object.assign(server.members[1]!, { note: '' })
  open()
  await press('给 WR-HZ-0002 添加名称')
  const dialog = await findDialog('修改名称')
  await user.type(within(dialog).getByLabelText('名称'), '杭州西湖店')
  await press('保存', dialog)
  await waitFor(() => expect(server.asked(contract.router.note)).toEqual([{ router_name: 'WR-HZ-0002', note: '杭州西湖店' }]))
})

it('place and tags of a member are edited as they are, and those of several after a preview', async () => {
  Object.assign(server.members[0]!, { province: '安徽', city: '合肥', tags: ['旗舰店'] })
  server.on(contract.router.labels, { provinces: [{ name: '安徽', members: 1 }], tags: [{ name: '旗舰店', members: 1 }] })
  open()
  await choose('上海总部 的更多操作', '地区与标签')
  const dialog = await findDialog('地区与标签')
  await user.type(within(dialog).getByRole('combobox', { name: '标签' }), '夜班{Enter}')
  await press('保存', dialog)
  await waitFor(() =>
    expect(server.asked(contract.router.label)).toEqual([{ router_name: ['WR-HQ-0001'], add_tags: ['夜班'], remove_tags: [], check: 0 }]),
  )
})

it('the place that a public address suggests is taken over by one click', async () => {
  server.on(contract.router.info, {
    ...aMemberSummary(),
    router_mac: null,
    revision_state: 'applied',
    network: [],
    interfaces: [],
    region_guess: { province: '安徽', city: '合肥' },
  })
  open()
  await choose('上海总部 的更多操作', '地区与标签')
  const dialog = await findDialog('地区与标签')
  expect(await within(dialog).findByText(/根据公网地址推测：安徽 合肥/)).toBeTruthy()
  await press('确认', dialog)
  await press('保存', dialog)
  await waitFor(() => expect(server.asked(contract.router.label)).toMatchObject([{ province: '安徽', city: '合肥' }]))
})

it('the counts show how many members can still be added, and are retried alone', async () => {
  server.silence(contract.router.quantity)
  open()
  const retry = await screen.findByText('重试')
  server.on(contract.router.quantity, { hardware: 2, software: 3, max: 12_348, software_surplus: 12_345 })
  await user.click(retry)
  expect(await screen.findByText(/剩余 12,345/)).toBeTruthy()
  expect(screen.getByText('申请扩容').getAttribute('href')).toContain('/ticket/create?type=1')
})

it('a note is edited from its row: an unchanged one causes no call, and what was typed is not discarded without a question', async () => {
  open(SOFTWARE)
  await choose('张三 的更多操作', '修改名称')
  await press('保存', await findDialog('修改名称'))
  await waitFor(() => expect(document.querySelector('[role="dialog"]')).toBeNull())
  await choose('张三 的更多操作', '修改名称')
  const kept = await findDialog('修改名称')
  await user.type(within(kept).getByLabelText('名称'), '出差')
  await press('取消', kept)
  await press('继续编辑', await findDialog('放弃未保存的修改？'))
  expect(within(kept).getByLabelText<HTMLInputElement>('名称').value).toBe('张三出差')
  await user.type(within(kept).getByLabelText('名称'), '{Backspace}{Backspace}')
  await press('取消', kept)
  await waitFor(() => expect(kept.isConnected).toBe(false))
  expect(server.asked(contract.router.note)).toEqual([])
  await choose('张三 的更多操作', '修改名称')
  const dialog = await findDialog('修改名称')
  const field = within(dialog).getByLabelText('名称')
  await user.clear(field)
  await user.type(field, ' 财务 ')
  await press('保存', dialog)
  expect(await screen.findByText('财务')).toBeTruthy()
  expect(server.asked(contract.router.note)).toEqual([{ router_name: 'zhangsan@20000001', note: '财务' }])
})

it('a member is deleted only once its exact name is typed, and a refusal shows its reason', async () => {
  server.refuse(contract.router.delete, 403, '组网「灾备」至少需要一个中心')
  open()
  await choose('上海总部 的更多操作', '删除')
  const dialog = await findDialog('删除成员')
  expect((await findButton('删除', dialog)).disabled).toBe(true)
  await user.type(within(dialog).getByLabelText('请输入 WR-HQ-0001 以确认'), 'WR-HQ-0001')
  await press('删除', dialog)
  expect(await within(dialog).findByText('组网「灾备」至少需要一个中心')).toBeTruthy()
  server.on(contract.router.delete, () => {
    server.members = server.members.slice(1)
    return null
  })
  await press('删除', dialog)
  await waitFor(() => expect(screen.queryByText('WR-HQ-0001')).toBeNull())
  await waitFor(() => expect(document.activeElement).not.toBe(document.body))
})

it('a member is disabled after a confirmation and enabled at once', async () => {
  open(SOFTWARE)
  await choose('张三 的更多操作', '停用')
  const dialog = await findDialog('停用成员')
  expect(within(dialog).getByText('停用后 张三 将立即下线，且无法登录')).toBeTruthy()
  await press('停用', dialog)
  await waitFor(() => expect(server.members.find(({ router_name }) => router_name === 'zhangsan@20000001')?.status).toBe(0))
  await choose('wangwu@20000001 的更多操作', '启用')
  await waitFor(() => expect(server.members.find(({ router_name }) => router_name === 'wangwu@20000001')?.status).toBe(1))
  expect(server.asked(contract.router.update_status)).toEqual([
    { router_name: 'zhangsan@20000001', status: 0 },
    { router_name: 'wangwu@20000001', status: 1 },
  ])
})

it('the list leaves out what a role does not grant', async () => {
  server.on(contract.account.info, anAccount({ ram: 1, auth: anAuth({}, { create: 0, edit: 0, delete: 0 }) }))
  open(SOFTWARE)
  const row = (await screen.findByText('zhangsan@20000001')).closest('tr')!
  await findButton('更多操作')
  const labels = [...row.querySelectorAll('button')].map((button) => button.getAttribute('aria-label'))
  expect(labels).toEqual(['张三 的详情', '张三 的更多操作'])
  expect(row.querySelector('input')).toBeNull()
  expect(screen.queryByText('添加成员')).toBeNull()
})

it('a directory that manages the members takes over adding, phones and passwords', async () => {
  server.on(contract.directory.status, { enable: 1, sync_mode: 1 })
  open(SOFTWARE)
  expect(await screen.findByText(/已开启目录同步，软件成员由 LDAP 目录管理/)).toBeTruthy()
  expect(screen.queryByText('查看目录设置')).toBeNull()
  expect(screen.queryByText('添加成员')).toBeNull()
  const row = await rowOf('zhangsan@20000001')
  expect(row.queryByLabelText(/手机号|密码/)).toBeNull()
})

it('manual synchronisation opens its dialog over the list', async () => {
  server.on(contract.directory.status, { enable: 1, sync_mode: 1 })
  server.on(contract.directory.user, { data: [], count: 0, hash: HASH, snapshot_time: 1 })
  server.on(contract.directory.sync, () => ({
    added: 0,
    changed: 0,
    disabled: 0,
    enabled: 0,
    not_fit: 0,
    refused: 0,
    imported: 0,
    queued: 0 as const,
    rows: [],
  }))
  const { address } = open(SOFTWARE)
  await press('同步用户')
  const dialog = await findDialog('同步用户')
  expect(await within(dialog).findByText('成员与目录一致，无需同步')).toBeTruthy()
  expect(address()).toBe(SOFTWARE)
})

it('manual synchronisation is not offered to a role that may not create members', async () => {
  server.on(contract.account.info, anAccount({ ram: 1, auth: anAuth({}, { create: 0 }) }))
  server.on(contract.directory.status, { enable: 1, sync_mode: 1 })
  open(SOFTWARE)
  await rowOf('zhangsan@20000001')
  expect(screen.queryByText('同步用户')).toBeNull()
})

it('manual synchronisation is not offered if it is automatic', async () => {
  server.on(contract.directory.status, { enable: 1, sync_mode: 2 })
  open(SOFTWARE, () => true)
  expect(await screen.findByText('查看目录设置')).toBeTruthy()
  expect(screen.queryByText('同步用户')).toBeNull()
})

it('the list explains where devices come from if there is none yet', async () => {
  server.members = []
  open()
  expect(await screen.findByText('硬件设备由服务商开通后自动显示')).toBeTruthy()
})

it('a link to add the first software member opens the drawer', async () => {
  server.members = []
  const { address } = open('/router/lists?type=2&add=1')
  expect(await screen.findByText('暂无软件成员')).toBeTruthy()
  expect(await findDialog('添加成员')).toBeTruthy()
  expect(address()).toBe(SOFTWARE)
})

it('the list shows cards on a narrow screen', async () => {
  const { members } = server
  server = memberServer({ wide: false })
  server.members = members
  open(SOFTWARE)
  const card = within((await screen.findByText('zhangsan@20000001')).closest('li')!)
  expect(card.getByText('客户端版本')).toBeTruthy()
  expect(card.getByLabelText('选择 zhangsan@20000001')).toBeTruthy()
  // It is not behind the button of the filters.
  expect(screen.getByRole('button', { name: '需要处理 0' })).toBeTruthy()
})
