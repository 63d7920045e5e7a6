// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { contract, type LinkState, type NetworkInfo, type NetworkMember } from '@weft/contract'
import { pass, stopClock } from '@weft/ui/testing/clock.ts'
import { openPage } from '@weft/ui/testing.tsx'
import { user } from '@weft/ui/testing/user.ts'
import { useState, useSyncExternalStore } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { aLink, aMember, anAccount, anAuth, aNetwork } from '../../../../test/data.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { OpenPages } from '../../../shared/page/open-pages.ts'
import { type LiveNetwork, liveNetwork } from '../detail/network-state.ts'
import type { LoomFilter, LoomGrouping } from './loom-order.ts'
import { LoomPart } from './LoomPart.tsx'

const NOW = 1_790_000_000
const SCREEN_HEIGHT = 600

const center = aMember({ router_name: 'C1', note: '上海总部机房', routing: 1 })
const backup = aMember({ router_name: 'C2', note: '南京灾备机房', routing: 0 })
const branch = (router_name: string, note: string, change: Partial<NetworkMember> = {}) =>
  aMember({ router_name, note, member_type: 'point', province: '上海', availability: 100, ...change })
const to = (router_name: string, center_router_name: string, state: LinkState) =>
  aLink({ router_name, center_router_name, state, vpn_online: state === 'down' ? 0 : 1, since: NOW - 3600 })
const withBranches = (branches: NetworkMember[], links = branches.map((m) => to(m.router_name, 'C1', 'up'))): NetworkInfo =>
  aNetwork({ member: [center, backup, ...branches], link: links })

let server: StubServer
/** The network on screen, as the page's store keeps it. */
let shown: LiveNetwork
let redraw: () => void
const watch = (listener: () => void) => {
  redraw = listener
  return () => {}
}
function show(network: NetworkInfo): void {
  shown = liveNetwork(network, NOW, shown)
  redraw()
}
beforeEach(() => {
  server = stubServer()
  server.on(contract.account.info, anAccount())
  server.refuse(contract.memberRecords.diagnosis, 204, '数据不存在')
  // jsdom lays nothing out: the loom is as high as a screen.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(SCREEN_HEIGHT)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(SCREEN_HEIGHT)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function Shown({ onAdd }: { onAdd: (() => void) | undefined }) {
  const network = useSyncExternalStore(watch, () => shown)
  const [grouping, setGrouping] = useState<LoomGrouping>('region')
  const [filter, setFilter] = useState<LoomFilter>('all')
  return (
    <LoomPart
      network={network}
      fresh={{ updated: NOW * 1000, failing: false }}
      stale={false}
      grouping={grouping}
      filter={filter}
      onGroup={setGrouping}
      onFilter={setFilter}
      onAdd={onAdd}
      container={() => document.body}
    >
      {null}
    </LoomPart>
  )
}
function open(first: NetworkInfo, onAdd?: () => void) {
  shown = liveNetwork(first, NOW)
  return openPage(
    <OpenPages value={() => true}>
      <Shown onAdd={onAdd} />
    </OpenPages>,
  )
}
const grid = () => screen.findByRole('treegrid')
const rows = () => screen.getAllByRole('row').slice(1)
/** Returns the first cell of each row. */
const names = () => rows().map((row) => within(row).getByRole('rowheader').textContent)
const cell = (name: string) => screen.getByRole('gridcell', { name })
const focused = () => document.activeElement as HTMLElement

const three = () =>
  withBranches(
    [
      branch('B1', '静安店'),
      branch('B2', '合肥店', { state: 'down', cause: 'connection_lost', province: '安徽', since: NOW - 60 }),
      branch('B3', '广州店', { province: '广东' }),
    ],
    [to('B1', 'C1', 'up'), to('B1', 'C2', 'standby'), to('B2', 'C1', 'up'), to('B2', 'C2', 'down'), to('B3', 'C1', 'up')],
  )

it('the loom is a tree grid whose rows, cells and threads have names', async () => {
  open(three())
  const tree = await grid()
  expect(tree.getAttribute('aria-rowcount')).toBe('10')
  expect(tree.getAttribute('aria-colcount')).toBe('6')
  expect(screen.getByRole('columnheader', { name: '上海总部机房，主，3/3 条链路正常' })).toBeTruthy()
  expect(screen.getByRole('columnheader', { name: '南京灾备机房，备，1/2 条链路正常' })).toBeTruthy()
  expect(names().map((name) => name?.replace(/\s/g, ''))).toEqual([
    '需要处理1',
    '合肥店，分支，失联，序列号B2',
    '中心2',
    '上海总部机房，中心，正常，序列号C1',
    '南京灾备机房，中心，正常，序列号C2',
    '华东1·另1个在上方',
    '静安店，分支，正常，序列号B1',
    '华南1',
    '广州店，分支，正常，序列号B3',
  ])
  expect(
    rows().map((row) => [row.getAttribute('aria-rowindex'), row.getAttribute('aria-level'), row.getAttribute('aria-expanded')]),
  ).toEqual([
    ['2', '1', 'true'],
    ['3', '2', null],
    ['4', '1', 'true'],
    ['5', '2', null],
    ['6', '2', null],
    ['7', '1', 'true'],
    ['8', '2', null],
    ['9', '1', 'true'],
    ['10', '2', null],
  ])
  expect(cell('合肥店 到 南京灾备机房：中断')).toBeTruthy()
  expect(screen.getAllByRole('gridcell', { name: '无链路' })).toHaveLength(3)
  expect(screen.getAllByRole('img', { name: '24 小时可用率 100%' })).toHaveLength(3)
})

it('the loom is one stop for the Tab key, and the keys move between its cells', async () => {
  open(three())
  await grid()
  expect(document.querySelectorAll('[role=treegrid] [tabindex="0"]')).toHaveLength(1)
  act(() => within(rows()[0]!).getByRole('rowheader').focus())
  await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}')
  expect(focused()).toBe(cell('合肥店 到 南京灾备机房：中断'))
  expect(document.querySelectorAll('[role=treegrid] [tabindex="0"]')).toHaveLength(1)
  await user.keyboard('{Home}')
  expect(focused().textContent).toContain('合肥店')
  await user.keyboard('{End}')
  expect(focused().textContent).toBe('100%')
  await user.keyboard('{Control>}{End}{/Control}')
  expect(focused().closest('[role=row]')!.getAttribute('aria-rowindex')).toBe('10')
  await user.keyboard('{Control>}{Home}{/Control}')
  expect(focused().textContent).toContain('需要处理')
  await user.keyboard('{PageDown}')
  expect(focused().closest('[role=row]')!.getAttribute('aria-rowindex')).toBe('10')
  await user.keyboard('n')
  expect(focused()).toBe(cell('合肥店 到 南京灾备机房：中断'))
  await user.keyboard('/')
  expect(focused()).toBe(screen.getByRole('textbox', { name: '搜索站点或序列号' }))
})

it('Enter folds a group, opens the card of a link, and Escape returns to its cell', async () => {
  open(three())
  await grid()
  const head = within(rows()[5]!).getByRole('rowheader')
  act(() => head.focus())
  await user.keyboard('{Enter}')
  expect(
    names()
      .map((name) => name?.replace(/\s/g, ''))
      .slice(5),
  ).toEqual(['华东1·另1个在上方', '华南1', '广州店，分支，正常，序列号B3'])
  expect(rows()[5]!.getAttribute('aria-expanded')).toBe('false')
  await user.keyboard('n ')
  const card = within(await screen.findByRole('dialog', { name: '链路详情 合肥店 → 南京灾备机房' }))
  expect(card.getByText('影响：其余 1 条链路正常，业务未中断')).toBeTruthy()
  expect(await card.findByRole('button', { name: '查看排查步骤' })).toBeTruthy()
  expect(server.asked(contract.memberRecords.diagnosis)).toEqual([{ router_name: 'B2' }])
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(focused()).toBe(cell('合肥店 到 南京灾备机房：中断'))
})

it('the card of a site with links down names those of this network, and else what its diagnosis says', async () => {
  const text = '到 杭州中心 的链路中断，其余链路正常'
  server.on(contract.memberRecords.diagnosis, {
    cause: 'tunnel_down',
    since: NOW - 3600,
    text,
    next: '请重新拨号',
    next_step: 'check_device',
    fix: 'steps',
    network_number: null,
  })
  const degraded = [branch('B1', '静安店', { state: 'degraded' }), branch('B2', '合肥店', { state: 'degraded' })]
  open(withBranches(degraded, [to('B1', 'C1', 'down'), to('B1', 'C2', 'takeover'), to('B2', 'C1', 'up')]))
  await grid()
  await user.click(cell('静安店 到 上海总部机房：中断'))
  const here = within(await screen.findByRole('dialog'))
  expect(await here.findByText('到上海总部机房的链路中断，南京灾备机房接管')).toBeTruthy()
  expect(here.queryByText(text)).toBeNull()
  await user.keyboard('{Escape}')
  await user.click(cell('合肥店 到 上海总部机房：正常'))
  expect(await within(await screen.findByRole('dialog')).findByText(text)).toBeTruthy()
})

it('N opens the group of problems if it is folded', async () => {
  open(three())
  await grid()
  act(() => within(rows()[0]!).getByRole('rowheader').focus())
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('gridcell', { name: '合肥店 到 南京灾备机房：中断' })).toBeNull()
  await user.keyboard('nn')
  expect(focused()).toBe(cell('合肥店 到 南京灾备机房：中断'))
})

it('a role without the right to change is offered no action that changes', async () => {
  server.on(contract.account.info, anAccount({ ram: 1, auth: anAuth({ edit: 0 }) }))
  const ailing = [branch('B1', '静安店', { state: 'degraded' })]
  open(withBranches(ailing, [to('B1', 'C1', 'down'), to('B1', 'C2', 'up')]))
  await grid()
  await user.click(cell('静安店 到 上海总部机房：中断'))
  const card = within(await screen.findByRole('dialog'))
  expect(card.getByRole('button', { name: '打开站点' })).toBeTruthy()
  expect(card.queryByRole('button', { name: '重新拨号' })).toBeNull()
})

it('no row moves while the focus is on them: a new problem is counted, and sorted when asked', async () => {
  open(three())
  await grid()
  act(() => within(rows()[6]!).getByRole('rowheader').focus())
  const before = names()
  const worse = three()
  worse.member.find(({ router_name }) => router_name === 'B3')!.state = 'degraded'
  act(() => show(worse))
  expect(names().map((name) => name?.slice(-2))).toEqual(before.map((name) => name?.slice(-2)))
  expect(focused().textContent).toContain('静安店')
  await user.click(screen.getByRole('button', { name: '有 1 处新问题' }))
  expect(names()[2]).toContain('广州店')
  expect(screen.queryByRole('button', { name: '有 1 处新问题' })).toBeNull()
})

it('problems that begin and end are read aloud, merged over five seconds', async () => {
  stopClock()
  open(three())
  await grid()
  const next = three()
  next.member.find(({ router_name }) => router_name === 'B2')!.state = 'up'
  act(() => show(next))
  const worse = structuredClone(next)
  worse.member.find(({ router_name }) => router_name === 'B3')!.state = 'down'
  act(() => show(worse))
  await pass(5000)
  expect(screen.getByText('新问题：广州店；已恢复：合肥店').getAttribute('role')).toBe('status')
})

it('search and filters narrow the rows, and say so where nothing is left', async () => {
  open(three())
  await grid()
  await user.click(screen.getByRole('button', { name: '需要处理 1' }))
  expect(names().map((name) => name?.replace(/\s/g, ''))).toEqual(['需要处理1', '合肥店，分支，失联，序列号B2'])
  await user.type(screen.getByRole('textbox', { name: '搜索站点或序列号' }), '天津')
  expect(screen.getByText('没有符合条件的站点')).toBeTruthy()
  expect(screen.getByText('搜索「天津」且状态为「需要处理」')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '清空筛选' }))
  expect(names()).toHaveLength(9)
})

it('5,000 sites are a screen of rows in the document, and those that stay on screen keep their element', async () => {
  open(withBranches(Array.from({ length: 5000 }, (_, at) => branch(`B${at}`, `门店 ${at}`))))
  const tree = await grid()
  expect(tree.getAttribute('aria-rowcount')).toBe('5005')
  expect(rows().length).toBeLessThan(40)
  const staying = rows()[14]!
  const box = tree.parentElement!
  box.scrollTop = 320
  fireEvent.scroll(box)
  await waitFor(() => expect(rows().some((row) => row.getAttribute('aria-rowindex') === '30')).toBe(true))
  expect(staying.isConnected).toBe(true)
})

it('software members are folded until they are searched for', async () => {
  open(withBranches([branch('li@1', '李娜', { router_type: 2, state: 'idle' }), branch('B1', '静安店')]))
  await grid()
  expect(names().at(-1)?.replace(/\s/g, '')).toBe('软件成员1·已登录1')
  await user.type(screen.getByRole('textbox', { name: '搜索站点或序列号' }), '李')
  expect(names().at(-1)).toContain('李娜')
})

it('without branches it says what will appear, and offers to add some', async () => {
  const added = vi.fn()
  open(withBranches([]), added)
  expect(await screen.findByText('经线已就位：2 个中心。添加分支后，每条链路会在这里结成一个节点')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '添加分支' }))
  expect(added).toHaveBeenCalledOnce()
})

it('where nobody can be dialled it says what is missing', async () => {
  open(aNetwork({ member: [branch('B1', '静安店'), branch('B2', '合肥店')] }))
  expect(await screen.findByText('没有成员可被拨入，至少需要 1 个公网地址')).toBeTruthy()
})
