import type { NetworkInfo, NetworkLink, NetworkMember } from '@weft/contract'
import { describe, expect, it } from 'vitest'
import { aLink, aMember, aNetwork, aPopResource } from '../../../../test/data.ts'
import { liveNetwork } from '../detail/network-state.ts'
import { groupBranches, MAX_GROUPS } from './topology-groups.ts'
import { layTopology } from './topology-layout.ts'
import type { GroupNode, Topology, TopologyNode, TopologyView } from './topology-model.ts'

const view = (change: Partial<TopologyView> = {}): TopologyView => ({
  grouping: undefined,
  shown: 'all',
  expanded: new Set(),
  selected: undefined,
  ...change,
})
const provinces = ['上海', '广东', '北京', '四川', '']
const point = (at: number, change: Partial<NetworkMember> = {}) =>
  aMember({
    router_name: `B${String(at).padStart(4, '0')}`,
    note: `门店 ${at}`,
    member_type: 'point',
    province: provinces[at % 5]!,
    ...change,
  })
const points = (count: number, change: (at: number) => Partial<NetworkMember> = () => ({})) =>
  Array.from({ length: count }, (_, at) => point(at, change(at)))
const centers = ['HQ-0001', 'HQ-0002'].map((router_name) => aMember({ router_name, note: '' }))
const linked = (members: NetworkMember[], hubs: string[], change: (member: string, hub: string) => Partial<NetworkLink> = () => ({})) =>
  members.flatMap((m) =>
    hubs.map((center_router_name) =>
      aLink({
        router_name: m.router_name,
        center_router_name,
        vpn_online: 1,
        vpn_online_time: 60,
        ...change(m.router_name, center_router_name),
      }),
    ),
  )
const lay = (info: Partial<NetworkInfo>, change: Partial<TopologyView> = {}) =>
  layTopology(liveNetwork(aNetwork(info), 1_790_000_000), view(change))
const network = (branches: NetworkMember[], hubs = centers.slice(0, 1)): Partial<NetworkInfo> => ({
  member: [...hubs, ...branches],
  link: linked(
    branches,
    hubs.map((m) => m.router_name),
  ),
})
const kinds = ({ nodes }: Topology) => nodes.map(({ kind }) => kind)
const groups = ({ nodes }: Topology) => nodes.filter((node): node is GroupNode => node.kind === 'group')
const overlaps = (a: TopologyNode, b: TopologyNode) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

describe('a topology', () => {
  it('with up to 24 branches has a card for each, with its own line to each center', () => {
    const laid = lay(network(points(24), centers))
    expect(kinds(laid)).toEqual(['center', 'center', ...Array.from({ length: 24 }, () => 'branch')])
    expect(laid.lines).toHaveLength(48)
  })

  it('with more than 24 branches has groups, each with one line to the center', () => {
    const laid = lay(network(points(25)))
    expect(groups(laid).map(({ group }) => [group.name, group.members.length])).toEqual([
      ['华北', 5],
      ['华东', 5],
      ['华南', 5],
      ['门店', 5],
      ['西南', 5],
    ])
    expect(laid.lines).toHaveLength(5)
  })

  it('with up to 200 branches allows switching the grouping off; above, all branches are in one group', () => {
    expect(kinds(lay(network(points(200)), { grouping: 'none' })).filter((kind) => kind === 'branch')).toHaveLength(200)
    expect(groups(lay(network(points(201)), { grouping: 'none' })).map(({ group }) => group.members.length)).toEqual([201])
  })

  it('never has more than the maximum of groups: the smallest are merged without losing a member', () => {
    const found = groupBranches(
      points(1000, (at) => ({ tags: [at < 300 ? `大区${at % 3}号` : `小区${at}号`] })),
      'tag',
    )
    expect(found).toHaveLength(MAX_GROUPS)
    expect(found.filter(({ name }) => name?.startsWith('大区')).map(({ members }) => members.length)).toEqual([100, 100, 100])
    expect(found.reduce((sum, { members }) => sum + members.length, 0)).toBe(1000)
  })
})

it.each([1, 4, 24, 25, 40, 200, 1000])('with %i branches nodes never overlap or leave the canvas, even with two groups open', (count) => {
  const laid = lay({ ...network(points(count), centers), network_fr: aPopResource() }, { expanded: new Set(['name:华南', 'name:华北']) })
  for (const [at, node] of laid.nodes.entries()) {
    expect(node.x >= 0 && node.y >= 0 && node.x + node.width <= laid.width && node.y + node.height <= laid.height, node.id).toBe(true)
    for (const other of laid.nodes.slice(at + 1)) expect(overlaps(node, other), `${node.id} ${other.id}`).toBe(false)
  }
  for (const { points: corners } of laid.lines)
    for (const [x, y] of corners) expect(x >= 0 && x <= laid.width && y >= 0 && y <= laid.height).toBe(true)
})

it('lines have right angles, begin at a center and end at a branch', () => {
  const laid = lay(network(points(24), centers))
  for (const { points: corners, id } of laid.lines) {
    const [hub, branch] = id
      .split('>')
      .toReversed()
      .map((end) => laid.nodes.find((node) => node.id === end)!)
    expect(corners[0]).toEqual([hub!.x + hub!.width / 2, hub!.y + hub!.height])
    const [x, y] = corners.at(-1)!
    expect(x >= branch!.x && x <= branch!.x + branch!.width && y >= branch!.y && y <= branch!.y + branch!.height).toBe(true)
    corners.slice(1).forEach(([nextX, nextY], at) => expect(nextX === corners[at]![0] || nextY === corners[at]![1]).toBe(true))
  }
})

describe('the layout', () => {
  it('draws a group’s line as partly up if some of its links are up, and as down only if none is', () => {
    const branches = points(30)
    const down = (name: string) => (branches.find((m) => m.router_name === name)!.province === '上海' || name === 'B0001' ? 0 : 1)
    const laid = lay({ member: [centers[0]!, ...branches], link: linked(branches, ['HQ-0001'], (name) => ({ vpn_online: down(name) })) })
    const stateOf = (name: string) => laid.lines.find(({ id }) => id.startsWith(`group:name:${name}>`))?.state
    expect([stateOf('华东'), stateOf('华南'), stateOf('华北')]).toEqual(['offline', 'partial', 'online'])
    expect(laid.lines.map(({ state }) => state).slice(-2)).toEqual(['partial', 'offline'])
  })

  it('neither draws nor counts a disabled link', () => {
    const laid = lay({
      member: [...centers, point(1)],
      link: linked([point(1)], ['HQ-0001', 'HQ-0002'], (_, hub) => ({ enable: hub === 'HQ-0001' ? 1 : 0 })),
    })
    expect(laid.lines).toHaveLength(1)
    expect(laid.nodes.map(({ links }) => links)).toEqual([1, 0, 1])
  })

  it('keeps the centers and their numbers of links when a filter is set', () => {
    const branches = points(30, (at) => ({ online: at < 3 ? 0 : 1 }))
    const laid = lay(network(branches), { shown: 'offline' })
    expect(kinds(laid)).toEqual(['center', 'branch', 'branch', 'branch'])
    expect(laid.nodes[0]!.links).toBe(30)
  })

  it('puts offline members first in an open group', () => {
    const branches = points(40, (at) => ({ online: at === 36 ? 0 : 1, province: at % 2 === 0 ? '上海' : '广东' }))
    const [open] = groups(lay(network(branches), { expanded: new Set(['name:华东']) }))
    expect(open!.group.members[0]!.router_name).toBe('B0036')
    expect(open!.expanded).toBe(true)
  })
})

describe('a selected member', () => {
  it('gets its own lines next to the line of its group', () => {
    const branches = points(300)
    const info = {
      member: [...centers, ...branches],
      link: linked(branches, ['HQ-0001', 'HQ-0002'], (_, hub) => ({ vpn_online: hub === 'HQ-0001' ? 1 : 0 })),
    }
    expect(lay(info).lines).toHaveLength(10)
    const own = lay(info, { selected: 'B0007' }).lines.filter((line) => line.own)
    expect(own.map(({ id, state }) => [id, state])).toEqual([
      ['center/B0007/HQ-0001', 'online'],
      ['center/B0007/HQ-0002', 'offline'],
    ])
  })

  it('with its own card has its lines marked, and a selected center all of its lines', () => {
    const own = (selected: string) => lay(network(points(3), centers), { selected }).lines.filter((line) => line.own)
    expect(own('B0001')).toHaveLength(2)
    expect(own('HQ-0001')).toHaveLength(3)
  })
})

it('POPs are drawn above the centers, and the link of two centers between them', () => {
  const branches = points(2)
  const laid = lay({
    member: [...centers, ...branches],
    network_fr: aPopResource(),
    link: [
      aLink({ router_name: 'HQ-0001', center_router_name: 'HQ-0002', kind: 'twin' }),
      aLink({ router_name: 'HQ-0001', center_router_name: '7', kind: 'pop' }),
      aLink({ router_name: 'B0001', center_router_name: '7', kind: 'pop' }),
    ],
  })
  expect(kinds(laid)).toEqual(['pop', 'pop', 'center', 'center', 'branch', 'branch'])
  const [pop, , left, right] = laid.nodes
  expect(pop!.links).toBe(2)
  const twin = laid.lines.find(({ kind }) => kind === 'twin')!
  expect(twin.points).toEqual([
    [left!.x + left!.width, left!.y + left!.height / 2],
    [right!.x, right!.y + right!.height / 2],
  ])
})

it('in a network without centers, branches that others dial are above the others', () => {
  const branches = points(4)
  const laid = lay({
    member: branches,
    link: branches.slice(1).map((m) => aLink({ router_name: m.router_name, center_router_name: 'B0000', kind: 'p2p' })),
  })
  const [hub, ...rest] = laid.nodes
  expect(hub!.id).toBe('member:B0000')
  expect(rest.every((node) => node.y > hub!.y)).toBe(true)
  expect(laid.lines).toHaveLength(3)
})

it('branches are grouped by the beginning of their notes, without store numbers', () => {
  const notes = ['河南门店 001', '河南门店-002', '河南门店3', '山东（仓库）', '']
  const found = groupBranches(
    notes.map((note, at) => point(at, { note })),
    'prefix',
  )
  expect(found.map(({ name, members }) => [name, members.length])).toEqual([
    ['河南门店', 3],
    [null, 2],
  ])
})

it.each(['region', 'pop', 'tag', 'prefix'] as const)(
  '25 branches that have nothing in common are 25 cards, however they are grouped: %s',
  (grouping) => {
    const names = '合成广上杭宁苏无南厦福济青深东佛珠北天石太武长郑昆'.split('')
    const branches = points(25, (at) => ({ note: `${names[at]}店`, province: '' }))
    expect(kinds(lay(network(branches), { grouping })).filter((kind) => kind === 'branch')).toHaveLength(25)
  },
)

it('a few branches are grouped once the user asks for it', () => {
  expect(kinds(lay(network(points(10))))).not.toContain('group')
  expect(groups(lay(network(points(10)), { grouping: 'region' })).map(({ group }) => group.name)).toEqual([
    '华北',
    '华东',
    '华南',
    '门店',
    '西南',
  ])
})
