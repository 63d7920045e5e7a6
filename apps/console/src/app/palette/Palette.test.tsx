// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { contract, type Found } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { user } from '@weft/ui/testing/user.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { aDraft, anAccount, anAuth, aMemberSummary } from '../../../test/data.ts'
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

const named = (router_name: string, note: string) => ({ router_name, note, router_type: 1, online: 1 }) as const

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
  server.on(contract.networkSettings.segments, [
    { purpose: 'prefix', owner: shop.router_name, ip: '192.168.12.0', mask: 24, source: 'edited' },
    { purpose: 'prefix', owner: 'WR210M25030400', ip: '192.168.13.0', mask: 24, source: 'edited' },
    { purpose: 'lan', owner: 'WR210M25030400', ip: '192.168.14.0', mask: 24, source: 'reported' },
  ])
  server.on(contract.network.member, [
    { ...named(shop.router_name, shop.note), member_type: 'point' },
    { ...named('WR210M25030400', '杭州西湖店'), member_type: 'point' },
    { ...named('WH900K24001019', '上海总部机房'), member_type: 'center' },
  ])
  server.on(contract.networkRevisions.draft, aDraft())
  server.on(contract.networkRevisions.draft_save, { version: 1 })
  server.on(contract.networkRevisions.changes, {
    revision: 32,
    impact: [{ kind: 'live', seconds: 0, count: 1, router_names: [shop.router_name] }],
    diff: [],
    steps: [],
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
  expect(screen.getByText('版本 31 → 32，1 个成员在线更新，连接不中断')).toBeTruthy()
  expect(screen.getByText('2 个成员会学到这条路由')).toBeTruthy()
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

it('a prefix of another member is refused with the reason, a free one and the member that has it', async () => {
  server.refuse(contract.networkRevisions.changes, 422, '192.168.13.0/24 与 WR210M25030400 的路由前缀重叠')
  const { field } = await open()
  await user.type(field, '前缀 上海')
  await user.click(await option('给 上海静安店'))
  await user.type(screen.getByRole('combobox'), '192.168.13.0/24')
  expect(await screen.findByText('与 杭州西湖店 的 192.168.13.0/24 相同')).toBeTruthy()
  expect(screen.getByText('两个成员不能发布同一个网段，双中心除外')).toBeTruthy()
  expect(screen.getAllByRole('option').map((one) => one.textContent)).toEqual([
    '改为空闲的 192.168.15.0/24',
    '打开 杭州西湖店',
    '打开完整的前缀设置',
  ])
  server.on(contract.networkRevisions.changes, { revision: 32, impact: [], diff: [], steps: [] })
  await user.keyboard('{Enter}')
  expect(screen.getByRole('combobox')).toHaveProperty('value', '192.168.15.0/24')
  expect(await screen.findByText('192.168.15.0/24 没有与其他成员重叠')).toBeTruthy()
})

it('a prefix that is the LAN of another member says so, and may be applied', async () => {
  const { field } = await open()
  await user.type(field, '前缀 上海')
  await user.click(await option('给 上海静安店'))
  await user.type(screen.getByRole('combobox'), '192.168.14.0/24')
  expect(await screen.findByText('与 杭州西湖店 的内网 192.168.14.0/24 重叠，其他成员的访问只能到达其中一个')).toBeTruthy()
  expect(await option('立即下发')).toBeTruthy()
})

it('a prefix is added to the draft, after those that the draft has of the member', async () => {
  const { ip, mask, permission, ge, le } = rule
  const known = { ip, mask, permission, ge, le }
  const drafted = { ip: '192.168.39.0', mask: 24, permission: 'permit', ge: null, le: null }
  const input = { router_name: shop.router_name, prefix: [known, drafted] }
  server.on(contract.networkRevisions.draft, aDraft({ version: 3, changes: [{ call: 'edit_prefix', input }] }))
  const { field } = await open()
  await user.type(field, '前缀 上海')
  await user.click(await option('给 上海静安店'))
  await user.type(screen.getByRole('combobox'), '192.168.40.0/24')
  await user.click(await option('加入草稿已有 1 项修改'))
  await waitFor(() => expect(closed).toHaveBeenCalledWith(false))
  expect(server.asked(contract.networkRevisions.draft_save)).toMatchObject([
    { version: 3, changes: [{ call: 'edit_prefix', input: { prefix: [known, drafted, { ip: '192.168.40.0', mask: 24 }] } }] },
  ])
})

it('a version is restored after its effect was shown', async () => {
  const shops = { network_number: '1000000001', network_name: '总部—门店' }
  server.on(contract.search.all, ({ search }) => (search === '总部' ? { ...nothing, networks: [shops] } : nothing))
  const revision = (n: number) => ({
    revision: n,
    create_time: 1_790_000_000,
    by: 'li',
    summary: '修改 DNS',
    state: 'applied' as const,
    diff: [],
    names: {},
  })
  server.on(contract.networkRevisions.list, { rows: [31, 30, 29].map(revision), count: 31 })
  server.on(contract.networkRevisions.rollback, {
    revision: 32,
    impact: [
      { kind: 'leave', seconds: 0, count: 3, router_names: ['A', 'B', 'C'], names: ['南京店', '苏州店', '无锡店'] },
      { kind: 'restart', seconds: 9, count: 4, router_names: ['D', 'E', 'F', 'G'], names: ['常州店', '南通店', '徐州店', '扬州店'] },
      { kind: 'live', seconds: 0, count: 40, router_names: [] },
    ],
    diff: [{ field: 'dns', from: null, to: null, text: 'DNS 改为 10.1.0.53' }],
  })
  const { field } = await open()
  await user.type(field, '总部 恢复')
  await user.click(await option('把 总部—门店 恢复到版本'))
  await user.click(await option('版本 30 · 修改 DNS'))
  expect(await screen.findByText('DNS 改为 10.1.0.53')).toBeTruthy()
  expect(screen.getByText('版本 31 → 32，3 个成员断开且不再重连：南京店、苏州店、无锡店')).toBeTruthy()
  expect(screen.getByText('4 个成员重建隧道，约 9 秒：常州店、南通店、徐州店 等 4 个成员')).toBeTruthy()
  expect(screen.getByText('40 个成员在线更新，连接不中断')).toBeTruthy()
  await user.click(await option('立即恢复到版本 30'))
  await waitFor(() => expect(closed).toHaveBeenCalledWith(false))
  expect(server.asked(contract.networkRevisions.rollback).map(({ revision: to, dry_run }) => [to, dry_run])).toEqual([
    [30, true],
    [30, undefined],
  ])
})

it.each([
  ['总部 DNS', '总部—门店 的DNS'],
  ['国密 总部', '总部—门店 的加密算法'],
  ['改手机', '修改手机号'],
  ['告警规则', '告警'],
])('%s finds the setting %s', async (typed, line) => {
  const shops = { network_number: '1000000001', network_name: '总部—门店' }
  server.on(contract.search.all, ({ search }) => (search === '总部' ? { ...nothing, networks: [shops] } : nothing))
  const { field } = await open()
  await user.type(field, typed)
  expect(await option(line)).toBeTruthy()
})

it('a prefix that the member has, or that is none, is not sent', async () => {
  const { field } = await open()
  await user.type(field, '前缀 上海')
  await user.click(await option('给 上海静安店'))
  await user.type(screen.getByRole('combobox'), '192.168.12.0 255.255.255.0')
  expect(await screen.findByText('这个成员已经有这条前缀')).toBeTruthy()
  await user.clear(screen.getByRole('combobox'))
  await user.type(screen.getByRole('combobox'), '192.168.300.0/24')
  expect(await screen.findByText('300 大于 255。请输入正确的网段，例如 192.168.40.0/24')).toBeTruthy()
  expect(server.asked(contract.networkRevisions.changes)).toEqual([])
})

it('Enter that is pressed while the lines are still searched chooses the first one once it is found', async () => {
  const { field } = await open()
  const answer = server.hold(contract.search.all)
  await user.type(field, '上海')
  await waitFor(() => expect(screen.getByText('正在搜索…', { exact: false })).toBeTruthy())
  expect(screen.queryAllByRole('option')).toEqual([])
  await user.keyboard('{Enter}')
  expect(closed).not.toHaveBeenCalled()
  answer()
  await waitFor(() => expect(closed).toHaveBeenCalledWith(false))
})

it('Enter that is pressed before nothing is found chooses none of the suggestions, and one that is taken back by typing is forgotten', async () => {
  const { field } = await open()
  const answers = [server.hold(contract.search.all)]
  await user.type(field, '没有')
  await user.keyboard('{Enter}')
  answers[0]?.()
  await waitFor(() => expect(screen.getAllByRole('option').length).toBeGreaterThan(0))
  await user.clear(field)
  const answer = server.hold(contract.search.all)
  await user.type(field, '上')
  await user.keyboard('{Enter}')
  await user.type(field, '海')
  answer()
  await waitFor(() => expect(selected()).toContain('上海静安店'))
  expect(closed).not.toHaveBeenCalled()
})

it('a member is muted for a length of time, whatever the clock of the browser says', async () => {
  server.on(contract.monitor.maintenance_create, { id: '1' })
  const { field } = await open()
  await user.type(field, '上海 静默')
  await user.click(await option('静默 上海静安店'))
  await user.click(await option('静默 4 小时'))
  await waitFor(() => expect(closed).toHaveBeenCalledWith(false))
  expect(server.asked(contract.monitor.maintenance_create)).toEqual([
    { name: '静默 上海静安店', duration: 4 * 3600, router: [shop.router_name] },
  ])
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

it('nothing found offers near actions on what one of the words finds', async () => {
  const { field } = await open()
  await user.type(field, '上海 重启')
  expect(await screen.findByText('没有找到「上海 重启」')).toBeTruthy()
  expect(await option('给 上海静安店 重新拨号')).toBeTruthy()
})

it('nothing found names the text and says what can be tried', async () => {
  const { field } = await open()
  await user.type(field, '没有这样的东西')
  expect(await screen.findByText('没有找到「没有这样的东西」')).toBeTruthy()
})
