// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { contract, type NetworkSummary } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { aConfig, anAccount, anAuth, aProblem, aSummary, aVerdict } from '../../../../test/data.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { NetworkListPage } from './NetworkListPage.tsx'
import { findDialog, press } from '@weft/ui/testing/find-button.ts'
import { user } from '@weft/ui/testing/user.ts'
import { OpenPages } from '../../../shared/page/open-pages.ts'

let server: StubServer
let networks: NetworkSummary[]
beforeEach(() => {
  localStorage.clear()
  server = stubServer()
  networks = [aSummary(), aSummary({ network_number: '1000000002', network_name: '灾备互联', network_status: 0, revision_state: 'failed' })]
  server.on(contract.account.info, anAccount())
  server.on(contract.network.config, aConfig())
  server.on(contract.network.list, () => ({ rows: networks, count: networks.length }))
})

const open = (address = '/network/lists') => openPage(<NetworkListPage />, address)
const rowOf = async (name: string) => {
  const row = (await screen.findByRole('link', { name })).closest('tr')
  if (!row) throw new Error(`no row of ${name}`)
  return within(row)
}
/** Chooses an action from the menu of a row. */
async function choose(name: string, action: string): Promise<void> {
  await user.click((await rowOf(name)).getByRole('button', { name: `${name} 的更多操作` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

it('the list shows how each network is, as its members are, and how far its configuration has come', async () => {
  networks = [
    aSummary({ attention: 2, state: 'down', applied_count: 2 }),
    aSummary({ network_number: '1000000002', network_name: '灾备互联', network_status: 0 }),
    aSummary({
      network_number: '1000000003',
      network_name: '西南新店',
      revision_state: 'failed',
      applied_count: 2,
      failed_count: 1,
      refused: [{ router_name: 'CD-0001', note: '成都' }],
    }),
    aSummary({ network_number: '1000000004', network_name: '移动办公', revision_state: 'pending', applied_count: 1, pending_count: 1 }),
  ]
  const lost = aProblem({ title: '上海静安店失联', network_number: ['1000000001'], since: 1_790_000_000 - 8040 })
  server.on(contract.verdict.read, aVerdict({ time: 1_790_000_000, problems: [lost, { ...lost, id: 'b', title: '杭州西湖店失联' }] }))
  open()
  const first = await rowOf('华东生产网')
  expect(first.getByText('1000000001')).toBeTruthy()
  expect(first.getByText('上海静安店失联 2 小时 14 分，另 1 处')).toBeTruthy()
  expect(first.getByRole('link', { name: '2 处需要处理' }).getAttribute('href')).toBe(
    '/network/detail?network_number=1000000001&show=attention',
  )
  expect(first.queryByText('可用')).toBeNull()
  expect(first.getByText('2/3 已生效')).toBeTruthy()
  expect(first.getByRole('link', { name: '1 个上线后下发' })).toBeTruthy()
  expect(first.queryByText(/下发中/)).toBeNull()
  expect((await rowOf('灾备互联')).getByText('不可用')).toBeTruthy()
  const failed = await rowOf('西南新店')
  expect(failed.getByRole('link', { name: '成都下发失败' }).getAttribute('href')).toBe('/router/detail?router_name=CD-0001')
  const applying = await rowOf('移动办公')
  expect(applying.getByText('下发中 1/3')).toBeTruthy()
  expect(applying.getByText('一切正常')).toBeTruthy()
  expect(applying.getByText('1 个上线后下发')).toBeTruthy()
})

it('a network that is found by a member says which one, and by which address', async () => {
  const member = { router_name: 'FZ-0001', note: '福州鼓楼店', router_type: 1 as const, address: null }
  server.on(contract.network.list, ({ search, by_member }) => {
    const found = search === '福州' && by_member === '1'
    const [one, two] = networks as [NetworkSummary, NetworkSummary]
    const rows = found
      ? [
          { ...one, found_by: member },
          { ...two, found_by: { ...member, note: '', address: '192.168.205.0/24' } },
        ]
      : []
    return { rows, count: rows.length }
  })
  open('/network/lists?search=福州')
  expect((await rowOf('华东生产网')).getByText(/^成员：福州鼓楼店 ·/)).toBeTruthy()
  expect((await rowOf('灾备互联')).getByText(/^成员：FZ-0001 192\.168\.205\.0\/24 ·/)).toBeTruthy()
})

it('a network is renamed from its row, which shows the new name', async () => {
  server.on(contract.network.rename, (input) => {
    networks = networks.map((n) => (n.network_number === input.network_number ? { ...n, network_name: input.network_name } : n))
    return null
  })
  open()
  await choose('华东生产网', '重命名')
  const field = await screen.findByLabelText('组网名称')
  await user.clear(field)
  await user.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('请输入组网名称')).toBeTruthy()
  await user.type(field, ' 上海总部 ')
  await user.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByRole('link', { name: '上海总部' })).toBeTruthy()
  expect(server.asked(contract.network.rename)).toEqual([{ network_number: '1000000001', network_name: '上海总部' }])
})

it('the rename dialog stays open with the typed name while the database is unavailable', async () => {
  server.refuse(contract.network.rename, 503, '服务暂时不可用，请稍后再试，错误编号 ABCDEFGHJK', { retry_after: 3 })
  open()
  await choose('华东生产网', '重命名')
  const field = await screen.findByLabelText('组网名称')
  await user.clear(field)
  await user.type(field, '上海总部')
  await user.click(screen.getByRole('button', { name: '保存' }))
  expect(await screen.findByText('服务暂时不可用，请稍后再试，错误编号 ABCDEFGHJK')).toBeTruthy()
  expect(screen.getByLabelText('组网名称')).toHaveProperty('value', '上海总部')
  expect(server.asked(contract.network.rename)).toHaveLength(1)
})

it('the rename dialog closes without a call when nothing changed, and shows a taken name at its field', async () => {
  server.refuse(contract.network.rename, 422, '组网名称已存在', { errors: [{ field: 'network_name', msg: '组网名称已存在' }] })
  open()
  await choose('华东生产网', '重命名')
  await user.click(await screen.findByRole('button', { name: '保存' }))
  await waitFor(() => expect(screen.queryByLabelText('组网名称')).toBeNull())
  expect(server.asked(contract.network.rename)).toEqual([])

  await choose('华东生产网', '重命名')
  await user.type(await screen.findByLabelText('组网名称'), '二')
  await user.click(screen.getByRole('button', { name: '保存' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('组网名称已存在')).toBeTruthy()
})

it('a network is deleted only once its exact name is typed', async () => {
  server.on(contract.network.delete, () => {
    networks = networks.slice(1)
    return null
  })
  open()
  await choose('华东生产网', '删除')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/3 个成员将立即断开/)).toBeTruthy()
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: '删除' })
  await user.type(dialog.getByLabelText('请输入 华东生产网 以确认'), '华东生产')
  expect(button.disabled).toBe(true)
  await user.type(dialog.getByLabelText('请输入 华东生产网 以确认'), '网')
  await user.click(button)
  await waitFor(() => expect(screen.queryByRole('link', { name: '华东生产网' })).toBeNull())
  expect(server.asked(contract.network.delete)).toEqual([{ network_number: '1000000001' }])
})

it('the list requests the type and status that the address names', async () => {
  open('/network/lists?status=0&type=1')
  await screen.findByRole('link', { name: '灾备互联' })
  expect(server.asked(contract.network.list)[0]).toMatchObject({ status: '0', type: '1', page: '1' })
})

it.each(['升级：服务等级', '申请扩容：组网成员'])('「%s」 is unavailable for now, and a ticket can ask for it', async (button) => {
  const { address } = open()
  await user.click(await screen.findByRole('button', { name: button }))
  const prompt = await findDialog('暂时无法升级')
  expect(within(prompt).getByText('控制台里不能升级，可以提交工单申请扩容')).toBeTruthy()
  expect(address()).toBe('/network/lists')
  await press('提交工单', prompt)
  await waitFor(() => expect(address()).toMatch(/^\/ticket\/create\?type=1&title=/))
  expect(new URLSearchParams(address().split('?')[1]).get('title')).toMatch(/^申请扩容：/)
})

it('the upgrade only says that it is unavailable, and whom to ask, to a login that may not write tickets', async () => {
  openPage(
    <OpenPages value={(path) => path !== '/ticket/create'}>
      <NetworkListPage />
    </OpenPages>,
    '/network/lists',
  )
  await user.click(await screen.findByRole('button', { name: '升级：服务等级' }))
  expect(await screen.findByText('暂时无法升级，请联系主账号管理员')).toBeTruthy()
})

it.each([
  { network_type: 1 as const, most: 24 },
  { network_type: 3 as const, most: 32 },
])('a new name of more than $most characters is kept and reported in a network of type $network_type', async ({ network_type, most }) => {
  networks = [aSummary({ network_type })]
  open()
  await choose('华东生产网', '重命名')
  const field = await screen.findByLabelText<HTMLInputElement>('组网名称')
  await user.clear(field)
  await user.paste('网'.repeat(40))
  expect(await screen.findByText(`组网名称不能超过 ${most} 个字符`)).toBeTruthy()
  expect(field.value).toBe('网'.repeat(40))
})

it('the facts of the account are retried by themselves when they failed', async () => {
  server.silence(contract.network.config)
  open()
  const retry = await screen.findByRole('button', { name: '重试' })
  server.on(contract.network.config, aConfig())
  await user.click(retry)
  expect(await screen.findByText(/^成员 \d+ \/ 10$/)).toBeTruthy()
})

it('the list offers to create a first network, or to ask for hardware without any, or to clear a filter that matches none', async () => {
  networks = []
  const quantity = { hardware: 3, software: 0, max: 0, software_surplus: 0 }
  server.on(contract.router.quantity, () => quantity)
  open()
  expect(await screen.findByText('还没有组网')).toBeTruthy()
  expect(await screen.findByText(/^从已开通的 3 台硬件里选一台作中心/)).toBeTruthy()
  expect(screen.getAllByRole('button', { name: '创建组网' })).toHaveLength(1)
  quantity.hardware = 0
  open()
  expect((await screen.findByRole('link', { name: '申请硬件' })).getAttribute('href')).toContain('/ticket/create?type=1')
  open('/network/lists?status=0')
  expect(await screen.findByText('没有符合条件的组网')).toBeTruthy()
})

it('a row’s menu opens member management, and its dialogs give the focus back to the menu button', async () => {
  const page = open()
  const row = await rowOf('华东生产网')
  const more = row.getByRole('button', { name: /更多操作/ })
  await user.click(more)
  await user.click(await screen.findByRole('menuitem', { name: '重命名' }))
  const field = await screen.findByLabelText('组网名称')
  await waitFor(() => expect(document.activeElement).toBe(field))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(more))
  await user.click(more)
  await user.click(await screen.findByRole('menuitem', { name: '管理成员' }))
  expect(page.address()).toMatch(/^\/network\/edit\?network_number=/)
})

it('the list hides actions that the role does not grant', async () => {
  server.on(contract.account.info, anAccount({ ram: 1, auth: anAuth({ create: 0, edit: 0, delete: 0 }) }))
  open()
  const row = await rowOf('华东生产网')
  await user.click(row.getByRole('button', { name: /更多操作/ }))
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(items).toEqual(['打开经纬图', '配置', '复制编号'])
  expect(screen.queryByRole('button', { name: '创建组网' })).toBeNull()
})

it('the list explains why a role limited to designated networks cannot create one', async () => {
  server.on(contract.account.info, anAccount({ ram: 1, auth: anAuth({ create: 0, networks: ['1000000001'] }) }))
  const opened = open()
  const create = await screen.findByRole('button', { name: '创建组网' })
  expect(create.getAttribute('aria-disabled')).toBe('true')
  await user.click(create)
  expect(opened.address()).toBe('/network/lists')
  await user.hover(create)
  expect(await screen.findByText('角色仅限指定组网，无法创建')).toBeTruthy()
})
