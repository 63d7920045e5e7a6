// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { contract, type RecentChange } from '@weft/contract'
import { pass, stopClock } from '@weft/ui/testing/clock.ts'
import { openPage } from '@weft/ui/testing.tsx'
import { user } from '@weft/ui/testing/user.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aMemberSummary, anAccount, anAuth, aNetworkCard, aProblem, aVerdict } from '../../../test/data.ts'
import { type StubServer, stubServer } from '../../../test/stub-server.ts'
import { OpenPages } from '../../shared/page/open-pages.ts'
import { connection } from '../../shared/session/connection.ts'
import { DashboardPage } from './DashboardPage.tsx'

const aChange = (change: Partial<RecentChange> = {}): RecentChange => ({
  network_number: '1000000001',
  network_name: '总部—门店',
  revision: 31,
  create_time: 1_790_000_000,
  by: '王芸',
  summary: '加路由前缀 192.168.36.0/24',
  state: 'failed',
  applied: 39,
  members: 40,
  ...change,
})

/** Whatever is on the page is on screen. */
class SeenAtOnce {
  private readonly seen: IntersectionObserverCallback
  constructor(seen: IntersectionObserverCallback) {
    this.seen = seen
  }
  observe(target: Element) {
    this.seen([{ isIntersecting: true, target } as IntersectionObserverEntry], this as never)
  }
  disconnect() {}
}

let server: StubServer
beforeEach(() => {
  localStorage.clear()
  server = stubServer()
  vi.stubGlobal('IntersectionObserver', SeenAtOnce)
  server.on(contract.account.info, anAccount())
  server.on(contract.account.overview, { last_login: { time: 1_790_000_000, address: '203.0.113.7' } })
  server.on(contract.announcements.list, { rows: [], count: 0 })
  server.on(contract.verdict.read, aVerdict())
  server.on(contract.networkCards.list, { networks: [aNetworkCard()], count: 1 })
  server.on(contract.network.select, [])
  server.on(contract.traffic.networks, [])
  server.on(contract.networkRevisions.recent, { rows: [], count: 0 })
  server.on(contract.router.list, { rows: [], count: 0 })
})
afterEach(() => {
  vi.useRealTimers()
  connection.reset()
})

const open = (pages: (path: string) => boolean = () => true) =>
  openPage(
    <OpenPages value={pages}>
      <DashboardPage />
    </OpenPages>,
    '/dashboard',
  )
const readOnly = () => anAccount({ ram: 1, auth: anAuth({ create: 0, edit: 0, delete: 0 }, { create: 0, edit: 0, delete: 0 }) })
const problems = async () => within(await screen.findByRole('region', { name: '需要处理' }))

describe('the headline', () => {
  it('says that all is well, what that is and for how long', async () => {
    open()
    expect(await screen.findByRole('heading', { level: 1, name: /^概览： ?一切正常$/ })).toBeTruthy()
    expect(screen.getByText(/^42 个站点、4 个组网、165 条链路全部正常，已持续 6 天 4 小时/)).toBeTruthy()
    expect(screen.queryByRole('region', { name: '需要处理' })).toBeNull()
  })

  it('says how the last seven days were, and which site had a problem last', async () => {
    server.on(
      contract.verdict.read,
      aVerdict({
        availability: 99.98,
        last_problem: {
          router_name: 'SH-0002',
          note: '昆明五华店',
          state: 'down',
          cause: 'connection_lost',
          start_time: 1_789_900_000,
          seconds: 252,
        },
      }),
    )
    open()
    const last = within(await screen.findByRole('region', { name: '最近一次问题' }))
    expect(last.getByText('7 天可用率 99.98%')).toBeTruthy()
    expect(last.getByText(/持续 4 分 12 秒，已恢复$/)).toBeTruthy()
    expect(last.getByRole('link', { name: '查看记录：昆明五华店' }).getAttribute('href')).toBe(
      '/router/detail?router_name=SH-0002&tab=outages',
    )
  })

  it('says how many things need attention, and when that was found', async () => {
    server.on(contract.verdict.read, aVerdict({ problems: [aProblem()] }))
    open()
    expect(await screen.findByRole('heading', { level: 1, name: /^概览： ?1 处需要处理$/ })).toBeTruthy()
    expect(screen.getByText(/42 个站点中 41 个正常，4 个组网全部可用/)).toBeTruthy()
    expect(screen.getByText('22:13:20 更新')).toBeTruthy()
  })

  it('names the number of causes where they explain more than themselves', async () => {
    server.on(contract.verdict.read, aVerdict({ problems: [aProblem()], things: 24, causes: 3, networks: { total: 4, up: 3 } }))
    open()
    expect(await screen.findByRole('heading', { level: 1, name: /^概览： ?24 处需要处理，归为 3 个原因$/ })).toBeTruthy()
    expect(screen.getByText(/4 个组网中 3 个可用/)).toBeTruthy()
  })

  it('says in grey what broke a moment ago, and claims no cause', async () => {
    const members = [{ router_name: 'SH-0002', note: '合肥政务店', router_type: 1 as const }]
    server.on(contract.verdict.read, aVerdict({ fresh: { count: 1, members, since: 1_790_000_000 - 12 }, sites: { total: 42, up: 41 } }))
    open()
    expect(await screen.findByRole('heading', { level: 1, name: /^概览： ?1 个成员刚刚断开$/ })).toBeTruthy()
    expect(screen.getByText(/42 个站点中 41 个正常/)).toBeTruthy()
    expect(screen.getByText('合肥政务店刚刚断开')).toBeTruthy()
    expect(screen.getByText('12 秒')).toBeTruthy()
    expect(screen.queryByText(/断电/)).toBeNull()
  })

  it('leaves out what the account does not have', async () => {
    server.on(contract.verdict.read, aVerdict({ sites: { total: 0, up: 0 }, networks: { total: 1, up: 1 }, well_since: null }))
    open()
    expect(await screen.findByText(/^1 个组网、165 条链路全部正常/)).toBeTruthy()
  })

  it('adds branches to the only network, or to one of a menu', async () => {
    open()
    expect((await screen.findByRole('link', { name: '添加分支' })).getAttribute('href')).toContain('network_number=1000000001')
    server.on(contract.networkCards.list, {
      networks: [aNetworkCard(), aNetworkCard({ network_number: '1000000002', network_name: 'ERP 专网' })],
      count: 2,
    })
    const { address } = open()
    await user.click(await screen.findByRole('button', { name: '添加分支' }))
    await user.click(await screen.findByRole('menuitem', { name: 'ERP 专网' }))
    await waitFor(() => expect(address()).toContain('network_number=1000000002'))
  })
})

describe('a problem', () => {
  it('is said with its cost, for how long, and one action that leads to the very thing', async () => {
    server.on(contract.verdict.read, aVerdict({ problems: [aProblem()] }))
    open()
    const row = within((await problems()).getByRole('listitem'))
    expect(row.getByText('合肥政务店失联')).toBeTruthy()
    expect(row.getByText(/多半是断电/)).toBeTruthy()
    expect(row.getByText('2 小时 14 分')).toBeTruthy()
    expect(row.getByRole('link', { name: '查看排查步骤：合肥政务店失联' }).getAttribute('href')).toBe('/router/detail?router_name=SH-0002')
  })

  it('redials after a question, and the page asks again how it is', async () => {
    server.on(contract.verdict.read, aVerdict({ problems: [aProblem({ action: 'redial', state: 'degraded' })] }))
    server.on(contract.networkSettings.reset_respawn, { operation_id: '00000000-0000-4000-8000-000000000001' })
    open()
    await user.click((await problems()).getByRole('button', { name: '重新拨号：合肥政务店失联' }))
    const question = within(await screen.findByRole('dialog'))
    expect(question.getByText('合肥政务店 的链路将重新拨号，期间会短暂断开')).toBeTruthy()
    const before = server.asked(contract.verdict.read).length
    await user.click(question.getByRole('button', { name: '重新拨号' }))
    await waitFor(() =>
      expect(server.asked(contract.networkSettings.reset_respawn)).toEqual([{ network_number: '1000000001', router_name: 'SH-0002' }]),
    )
    await waitFor(() => expect(server.asked(contract.verdict.read).length).toBeGreaterThan(before))
  })

  it('sends a configuration again at once', async () => {
    server.on(contract.verdict.read, aVerdict({ problems: [aProblem({ action: 'resend', state: 'failed' })] }))
    server.on(contract.networkSettings.re_send_config, null)
    open()
    await user.click((await problems()).getByRole('button', { name: /^重新下发/ }))
    await waitFor(() =>
      expect(server.asked(contract.networkSettings.re_send_config)).toEqual([{ network_number: '1000000001', router_name: 'SH-0002' }]),
    )
  })

  it('can only be looked at by a role that may not change anything', async () => {
    server.on(contract.account.info, readOnly())
    server.on(contract.verdict.read, aVerdict({ problems: [aProblem({ action: 'redial' })] }))
    open()
    const list = await problems()
    expect(list.getByRole('link', { name: '查看：合肥政务店失联' }).getAttribute('href')).toBe('/router/detail?router_name=SH-0002')
    expect(list.queryByRole('button')).toBeNull()
    expect(screen.getByText('只读')).toBeTruthy()
    expect(screen.queryByText('添加分支')).toBeNull()
  })

  it('is shown among the first five, the rest on demand', async () => {
    const many = Array.from({ length: 9 }, (_, at) => aProblem({ id: String(at), title: `站点 ${at} 失联` }))
    server.on(contract.verdict.read, aVerdict({ problems: many, causes: 12, things: 12 }))
    open()
    const list = await problems()
    expect(list.getAllByRole('listitem')).toHaveLength(5)
    await user.click(list.getByRole('button', { name: '还有 4 处' }))
    expect(list.getAllByRole('listitem')).toHaveLength(9)
    expect(list.getByRole('link', { name: '另有 3 个原因，在成员列表中查看' })).toBeTruthy()
  })

  it('does not move while the pointer is on the list', async () => {
    server.on(contract.verdict.read, aVerdict({ problems: [aProblem()] }))
    const { client } = open()
    const list = await screen.findByRole('region', { name: '需要处理' })
    fireEvent.pointerOver(list)
    server.on(contract.verdict.read, aVerdict({ problems: [aProblem({ id: '2', title: '杭州西湖店失联' }), aProblem()] }))
    await act(() => client.invalidateQueries())
    expect(await screen.findByText('有更新')).toBeTruthy()
    expect(within(list).queryByText('杭州西湖店失联')).toBeNull()
    await user.click(screen.getByRole('button', { name: '显示更新' }))
    expect(await within(list).findByText('杭州西湖店失联')).toBeTruthy()
  })
})

it('what will need something soon is named with what can be done', async () => {
  server.on(
    contract.verdict.read,
    aVerdict({
      reminders: [
        { kind: 'pop_ending', text: 'POP 资源 12 天后到期', router_name: null, network_number: null },
        { kind: 'never_connected', text: '太原迎泽店等待首次上线', router_name: 'TY-0001', network_number: null },
      ],
    }),
  )
  open()
  const list = within(await screen.findByRole('list', { name: '提醒' }))
  expect(list.getByRole('link', { name: '续费：POP 资源 12 天后到期' }).getAttribute('href')).toContain('/ticket/create?')
  expect(list.getByRole('link', { name: '开通步骤：太原迎泽店等待首次上线' }).getAttribute('href')).toBe(
    '/router/detail?router_name=TY-0001',
  )
})

describe('the networks', () => {
  it('have a card each, which is a link, with their state, availability and volume in words', async () => {
    server.on(contract.networkCards.list, { networks: [aNetworkCard({ attention: 3, state: 'down' })], count: 12 })
    open()
    const card = await screen.findByRole('link', { name: /总部—门店/ })
    expect(card.getAttribute('href')).toBe('/network/detail?network_number=1000000001')
    expect(within(card).getByText('3 处')).toBeTruthy()
    expect(within(card).getByText('中心 – 分支 · 2 个成员')).toBeTruthy()
    expect(within(card).getByText('24 小时可用率 99.76%')).toBeTruthy()
    expect(within(card).getByText('1.40 GB')).toBeTruthy()
    expect(screen.getByRole('link', { name: '全部 12 个组网' })).toBeTruthy()
  })

  it('that cannot be loaded say so in their own place, and are asked for again alone', async () => {
    server.silence(contract.networkCards.list)
    open()
    const failed = within(await screen.findByRole('region', { name: '组网' }))
    expect(screen.getByRole('heading', { name: /^概览： ?一切正常$/ })).toBeTruthy()
    server.on(contract.networkCards.list, { networks: [aNetworkCard()], count: 1 })
    await user.click(failed.getByRole('button', { name: '重试' }))
    expect(await screen.findByRole('link', { name: /总部—门店/ })).toBeTruthy()
  })
})

it('the traffic is shown with the moments since which something is down', async () => {
  server.on(contract.verdict.read, aVerdict({ problems: [aProblem(), aProblem({ id: '2', state: 'degraded', title: '广州天河店丢包' })] }))
  server.on(contract.traffic.networks, [
    { time: 1_789_999_400, down: 138_050_000, upload: 1_000_000 },
    { time: 1_789_999_700, down: 96_400_000, upload: 31_720_000 },
  ])
  open()
  const card = within(await screen.findByRole('region', { name: '24 小时流量' }))
  expect(await card.findByRole('img', { name: /当前下行 96.40 Mbit\/s.*峰值 138.05 Mbit\/s.*合肥政务店失联$/ })).toBeTruthy()
})

describe('a recent change', () => {
  it('is said with where, who, and how far it has come', async () => {
    server.on(contract.networkRevisions.recent, {
      rows: [aChange(), aChange({ revision: 1, summary: '创建组网', state: 'superseded', applied: null })],
      count: 2,
    })
    open()
    const rows = within(await screen.findByRole('region', { name: '最近变更' }))
    expect(await rows.findByText('加路由前缀 192.168.36.0/24')).toBeTruthy()
    expect(rows.getByText('39/40 已生效')).toBeTruthy()
    expect(rows.getAllByRole('button')).toHaveLength(1)
    expect(rows.getByRole('link', { name: '全部变更' }).getAttribute('href')).toBe('/network/changes')
  })

  it('can be taken back, after what that would do is shown', async () => {
    server.on(contract.networkRevisions.recent, { rows: [aChange()], count: 1 })
    server.on(contract.networkRevisions.rollback, {
      revision: 32,
      impact: [{ kind: 'live', seconds: 0, count: 1, router_names: ['SH-0002'] }],
      diff: [{ field: 'prefix', from: [], to: [], text: '删除前缀 192.168.36.0/24' }],
    })
    open()
    await user.click(await screen.findByRole('button', { name: '恢复到版本 30，即「加路由前缀 192.168.36.0/24」之前' }))
    const question = within(await screen.findByRole('dialog'))
    expect(question.getByText('删除前缀 192.168.36.0/24')).toBeTruthy()
    expect(question.getByText('其余 39 个成员不受影响')).toBeTruthy()
    expect(server.asked(contract.networkRevisions.rollback)).toEqual([{ network_number: '1000000001', revision: 30, dry_run: true }])
    await user.click(question.getByRole('button', { name: '恢复' }))
    await waitFor(() => expect(server.asked(contract.networkRevisions.rollback)[1]).toEqual({ network_number: '1000000001', revision: 30 }))
  })

  it('cannot be taken back by a role that may not change networks', async () => {
    server.on(contract.account.info, readOnly())
    server.on(contract.networkRevisions.recent, { rows: [aChange()], count: 1 })
    open()
    const rows = within(await screen.findByRole('region', { name: '最近变更' }))
    await rows.findByText('39/40 已生效')
    expect(rows.queryByRole('button')).toBeNull()
  })
})

describe('the first run', () => {
  const fresh = { sites: { total: 0, up: 0 }, links: { total: 0, up: 0 }, software: { total: 0, up: 0 }, well_since: null }
  beforeEach(() => {
    server.on(contract.verdict.read, aVerdict({ ...fresh, networks: { total: 0, up: 0 } }))
    server.on(contract.networkCards.list, { networks: [], count: 0 })
  })

  it('begins with a hub; branches cannot be added before', async () => {
    server.on(contract.router.list, { rows: [aMemberSummary()], count: 1 })
    open()
    expect(await screen.findByRole('heading', { level: 1, name: /^概览： ?把第一张组网织起来$/ })).toBeTruthy()
    const create = await screen.findByRole('link', { name: '创建组网' })
    expect(create.getAttribute('href')).toBe('/network/create')
    expect(create.className).toContain('ant-btn-primary')
    expect(screen.getByRole('button', { name: '从 Excel 粘贴' }).getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByRole('link', { name: '申请硬件' })).toBeTruthy()
    expect(screen.getByRole('link', { name: '先用软件客户端试一试' }).getAttribute('href')).toBe('/router/lists?type=2&add=1')
  })

  it('begins with asking for hardware where there is none', async () => {
    server.on(contract.router.list, { rows: [], count: 0 })
    open()
    const ask = await screen.findByRole('link', { name: '申请硬件' })
    expect(ask.className).toContain('ant-btn-primary')
    expect(screen.queryByRole('link', { name: '创建组网' })).toBeNull()
  })

  it('goes on with branches, and ends with the first link', async () => {
    server.on(contract.verdict.read, aVerdict({ ...fresh, networks: { total: 1, up: 1 } }))
    server.on(contract.networkCards.list, { networks: [aNetworkCard({ member_count: 1 })], count: 1 })
    open()
    expect(await screen.findByRole('link', { name: '从 Excel 粘贴' })).toBeTruthy()
    server.on(contract.networkCards.list, { networks: [aNetworkCard()], count: 1 })
    open()
    await screen.findByRole('heading', { level: 1, name: /^概览： ?把第一张组网织起来$/ })
    await waitFor(() => expect(screen.queryByText('从 Excel 粘贴')).toBeNull())
    server.on(contract.verdict.read, aVerdict())
    open()
    expect(await screen.findByRole('heading', { level: 1, name: /^概览： ?一切正常$/ })).toBeTruthy()
  })

  it('does not come back for a login that has seen its networks work', async () => {
    server.on(contract.verdict.read, aVerdict())
    server.on(contract.networkCards.list, { networks: [aNetworkCard()], count: 1 })
    open()
    await screen.findByRole('heading', { level: 1, name: /^概览： ?一切正常$/ })
    server.on(contract.verdict.read, aVerdict({ ...fresh, networks: { total: 1, up: 1 } }))
    open()
    expect(await screen.findByRole('heading', { level: 1, name: /^概览： ?一切正常$/ })).toBeTruthy()
  })

  it('tells a role that may take none of the steps whom to ask', async () => {
    server.on(contract.account.info, readOnly())
    open()
    expect(await screen.findByText('您没有修改权限，请联系主账号管理员')).toBeTruthy()
    expect(screen.queryByRole('link', { name: '创建组网' })).toBeNull()
  })
})

it('a page that cannot be loaded says so with the reference of the failure, and the tunnels are not affected', async () => {
  server.refuse(contract.verdict.read, 500, '系统异常，请稍后再试，错误编号 7f3a-21c9')
  open()
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByText(/设备之间的隧道不受影响。.*7f3a-21c9/)).toBeTruthy()
  server.on(contract.verdict.read, aVerdict())
  await user.click(alert.getByRole('button', { name: '重试' }))
  expect(await screen.findByRole('heading', { name: /^概览： ?一切正常$/ })).toBeTruthy()
})

it('a connection that was lost half a minute ago is named, with the time of what is shown', async () => {
  stopClock()
  const retry = vi.fn()
  open()
  await screen.findByRole('heading', { name: /^概览： ?一切正常$/ })
  act(() => connection.tell({ lost: Date.now(), again: Date.now() + 38_000, retry }))
  expect(screen.queryByText(/实时连接已断开/)).toBeNull()
  await pass(30_000)
  expect(screen.getByText(/实时连接已断开，以下是 22:13:20 的状态/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '立即重连' }))
  expect(retry).toHaveBeenCalled()
  act(() => connection.reset())
  expect(screen.queryByText(/实时连接已断开/)).toBeNull()
})

describe('the foot', () => {
  it('keeps who is signed in, and links to the pages that are open to the login', async () => {
    server.on(contract.account.info, anAccount({ ram: 1, user_email: null }))
    open((path) => path !== '/ticket/lists')
    const who = within(await screen.findByRole('region', { name: '账号' }))
    expect(who.getByText('子账号')).toBeTruthy()
    expect(who.getByText('138****5678')).toBeTruthy()
    expect(who.queryByText('邮箱')).toBeNull()
    expect(await who.findByText(/来自 203.0.113.7/)).toBeTruthy()
    const shortcuts = within(screen.getByRole('navigation', { name: '快捷入口' }))
    expect(shortcuts.getByRole('link', { name: '智能组网' }).getAttribute('href')).toBe('/network/lists')
    expect(shortcuts.getByText('3 条未读')).toBeTruthy()
    expect(shortcuts.queryByRole('link', { name: '售后工单' })).toBeNull()
  })

  it('turns announcements every 5 seconds, except while paused or hovered', async () => {
    stopClock()
    const announcement = (id: string, title: string, link: string | null = null) => ({
      id,
      title,
      tag: '维护',
      release_time: 1_790_000_000,
      link,
    })
    server.on(contract.announcements.list, {
      rows: [announcement('1', '第一条'), announcement('2', '第二条', 'https://example.com/')],
      count: 2,
    })
    open()
    const line = await screen.findByRole('region', { name: '公告' })
    expect(line.getAttribute('aria-live')).toBe('off')
    expect(within(line).getByRole('link', { name: '第一条' }).getAttribute('href')).toBe('/account/announcements/detail?id=1')
    await pass(5000)
    expect(
      within(line)
        .getByRole('link', { name: /第二条/ })
        .getAttribute('href'),
    ).toBe('https://example.com/')
    fireEvent.mouseEnter(line)
    await pass(15_000)
    expect(within(line).getByText(/第二条/)).toBeTruthy()
    fireEvent.mouseLeave(line)
    fireEvent.click(within(line).getByRole('button', { name: '暂停公告轮播' }))
    await pass(15_000)
    expect(within(line).getByText(/第二条/)).toBeTruthy()
    expect(within(line).getByRole('button', { name: '继续公告轮播' })).toBeTruthy()
  })
})
