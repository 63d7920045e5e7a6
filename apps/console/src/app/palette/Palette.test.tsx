// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { contract, type Found } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { user } from '@weft/ui/testing/user.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { anAccount, anAuth, aMemberSummary } from '../../../test/data.ts'
import { type StubServer, stubServer } from '../../../test/stub-server.ts'
import { Palette } from './Palette.tsx'

const nothing: Found = { members: [], networks: [], addresses: [], tickets: [], work_orders: [], messages: [], sub_accounts: [] }
const shop = aMemberSummary({
  router_name: 'WR210M25030211',
  note: '上海静安店',
  networks: [{ network_number: '1000000001', network_name: '总部—门店' }],
})
const rule = {
  router_name: shop.router_name,
  note: shop.note,
  ip: '192.168.12.0',
  mask: 24,
  name: 'p1',
  permission: 'permit',
  ge: null,
  le: null,
} as const

let server: StubServer
const closed = vi.fn<(open: boolean) => void>()
beforeEach(() => {
  localStorage.clear()
  closed.mockClear()
  server = stubServer()
  server.on(contract.account.info, anAccount())
  server.on(contract.search.all, ({ search }) => (search === '上海' ? { ...nothing, members: [shop] } : nothing))
  server.on(contract.documents.search, [])
  server.on(contract.networkSettings.prefix, [rule])
  server.on(contract.networkRevisions.changes, {
    revision: 32,
    impact: [{ kind: 'live', seconds: 0, count: 1, router_names: [shop.router_name] }],
    diff: [],
  })
})
// cmdk measures and scrolls, which jsdom does not.
beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined
})

const open = async () => {
  const page = openPage(<Palette open onOpenChange={closed} />, '/dashboard')
  return { ...page, field: await screen.findByRole('combobox') }
}
/** Returns the line with a text; its accessible name has spaces where letters are marked. */
const option = (text: string) =>
  waitFor(() => {
    const found = screen.getAllByRole('option').find((one) => one.textContent.includes(text))
    if (!found) throw new Error(`no line ${text}`)
    return found
  })
const selected = () => screen.getAllByRole('option').find((one) => one.getAttribute('aria-selected') === 'true')?.textContent

it('an action takes its object in any order, shows its effect, and changes something only then', async () => {
  const { field } = await open()
  await user.type(field, '上海 前缀')
  await option('给 上海静安店 加路由前缀…总部—门店')
  await waitFor(() => expect(selected()).toContain('给 上海静安店 加路由前缀'))
  await user.keyboard('{Enter}')
  await user.type(screen.getByRole('combobox'), '192.168.40.7/24')
  expect(await screen.findByText('192.168.40.0/24 没有与其他成员重叠')).toBeTruthy()
  expect(screen.getByText('将按网络地址写为 192.168.40.0/24')).toBeTruthy()
  expect(screen.getByText('在线更新，连接不中断')).toBeTruthy()
  const tries = () => server.asked(contract.networkRevisions.changes)
  expect(tries().map((one) => one.dry_run)).toEqual([true])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(closed).toHaveBeenCalledWith(false))
  const { ip, mask, permission, ge, le } = rule
  expect(tries().at(-1)).toEqual({
    network_number: '1000000001',
    changes: [
      {
        call: 'edit_prefix',
        input: {
          router_name: shop.router_name,
          prefix: [
            { ip, mask, permission, ge, le },
            { ip: '192.168.40.0', mask: 24 },
          ],
        },
      },
    ],
  })
})

it('a prefix that the server refuses gives its reason and cannot be applied', async () => {
  server.refuse(contract.networkRevisions.changes, 400, '与 杭州西湖店 的 192.168.13.0/24 相同')
  const { field } = await open()
  await user.type(field, '前缀 上海')
  await user.click(await option('给 上海静安店'))
  await user.type(screen.getByRole('combobox'), '192.168.13.0/24')
  expect(await screen.findByText('与 杭州西湖店 的 192.168.13.0/24 相同')).toBeTruthy()
  expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual(['打开完整的前缀设置'])
})

it('a prefix that the member has, or that is none, is not sent', async () => {
  const { field } = await open()
  await user.type(field, '前缀 上海')
  await user.click(await option('给 上海静安店'))
  await user.type(screen.getByRole('combobox'), '192.168.12.0 255.255.255.0')
  expect(await screen.findByText('这个成员已经有这条前缀')).toBeTruthy()
  await user.clear(screen.getByRole('combobox'))
  await user.type(screen.getByRole('combobox'), '192.168.300.0/24')
  expect(await screen.findByText('请输入正确的网段，例如 192.168.40.0/24')).toBeTruthy()
  expect(server.asked(contract.networkRevisions.changes)).toEqual([])
})

it('Backspace in an empty field goes back a step', async () => {
  const { field } = await open()
  await user.type(field, '上海 静默')
  await user.click(await option('静默 上海静安店'))
  expect(await option('静默 4 小时')).toBeTruthy()
  await user.keyboard('{Backspace}')
  expect(await screen.findByRole('combobox', { name: '搜索或执行操作' })).toBeTruthy()
})

it('a caller without the right sees the action greyed with the reason', async () => {
  server.on(contract.account.info, anAccount({ ram: 1, auth: anAuth({ edit: 0 }, { edit: 0 }) }))
  const { field } = await open()
  await user.type(field, '上海 前缀')
  const line = await option('给 上海静安店')
  expect(line.getAttribute('aria-disabled')).toBe('true')
  expect(line.textContent).toContain('没有修改权限，请联系主账号管理员')
  await waitFor(() => expect(selected()).toContain('WR210M25030211'))
})

it('nothing found names the text and says what can be tried', async () => {
  const { field } = await open()
  await user.type(field, '没有这样的东西')
  expect(await screen.findByText('没有找到「没有这样的东西」')).toBeTruthy()
})
