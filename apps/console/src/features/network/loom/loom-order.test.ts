import type { NetworkMember } from '@weft/contract'
import { describe, expect, it } from 'vitest'
import { aMember } from '../../../../test/data.ts'
import type { Site } from './loom-model.ts'
import { arrange, countNews, follow, type Group, linesOf, type LoomView } from './loom-order.ts'

const site = (id: string, change: Partial<NetworkMember> = {}, kind: Site['kind'] = 'branch'): Site => ({
  id,
  kind,
  member: aMember({ router_name: id, note: id, member_type: 'point', availability: 100, ...change }),
  crossings: [],
})
const view = (change: Partial<LoomView> = {}): LoomView => ({ grouping: 'region', filter: 'all', search: '', ...change })
const drawn = (groups: readonly Group[]) => groups.map(({ key, sites, elsewhere }) => [key, sites.map(({ id }) => id), elsewhere])

const sites = [
  site('广州店', { province: '广东' }),
  site('上海店', { province: '上海', availability: 99.5 }),
  site('杭州店', { province: '浙江', tags: ['仓库', '门店'] }),
  site('合肥店', { province: '安徽', state: 'down', tags: ['门店'] }),
  site('成都店', { province: '四川', state: 'failed' }),
  site('太原店', { state: 'never' }),
  site('备机房', { routing: 0 }, 'center'),
  site('主机房', { routing: 1 }, 'center'),
  site('李娜', { state: 'idle', router_type: 2 }, 'software'),
]

describe('the order', () => {
  it('is: what needs attention, the centers, regions by size, those without a region, software members', () => {
    expect(drawn(arrange({ sites }, view()))).toEqual([
      ['attention', ['合肥店', '成都店'], 0],
      ['center', ['主机房', '备机房'], 0],
      ['region:华东', ['上海店', '杭州店'], 1],
      ['region:华南', ['广州店'], 0],
      ['region:', ['太原店'], 0],
      ['software', ['李娜'], 0],
    ])
  })

  it('groups by a member’s first tag, by state, or not at all', () => {
    const keys = (grouping: LoomView['grouping']) => arrange({ sites }, view({ grouping })).map(({ key }) => key)
    expect(keys('tag')).toEqual(['attention', 'center', 'tag:仓库', 'tag:', 'software'])
    expect(keys('state')).toEqual(['attention', 'center', 'state:up', 'state:never', 'software'])
    expect(keys('none')).toEqual(['attention', 'center', 'all', 'software'])
  })

  it('a center that is down needs attention too', () => {
    const lost = [site('主机房', { state: 'down' }, 'center'), site('备机房', {}, 'center')]
    expect(drawn(arrange({ sites: lost }, view()))).toEqual([
      ['attention', ['主机房'], 0],
      ['center', ['备机房'], 1],
    ])
  })

  it('filters by state and by name or serial number', () => {
    const shown = (change: Partial<LoomView>) => arrange({ sites }, view(change)).flatMap((group) => group.sites.map(({ id }) => id))
    expect(shown({ filter: 'attention' })).toEqual(['合肥店', '成都店'])
    expect(shown({ filter: 'never' })).toEqual(['太原店'])
    expect(shown({ search: ' 店 ', filter: 'never' })).toEqual(['太原店'])
    expect(shown({ search: '李' })).toEqual(['李娜'])
    expect(shown({ search: '天津' })).toEqual([])
  })

  it('has a row for each group and one for each site of those that are not folded', () => {
    const lines = linesOf(arrange({ sites }, view()), (key) => key === 'region:华东')
    expect(lines.map(({ key }) => key).slice(0, 8)).toEqual([
      'group:attention',
      '合肥店',
      '成都店',
      'group:center',
      '主机房',
      '备机房',
      'group:region:华东',
      'group:region:华南',
    ])
  })
})

describe('a kept order', () => {
  const shown = arrange({ sites }, view())
  const after = (changed: readonly Site[], asked = view()) => {
    const newer = { sites: changed }
    return follow(shown, arrange(newer, asked), newer)
  }
  const changed = (id: string, change: Partial<NetworkMember>) =>
    sites.map((one) => (one.id === id ? { ...one, member: { ...one.member, ...change } } : one))

  it('does not move a site that begins or ceases to ail, and counts the new problems', () => {
    const ailing = after(changed('杭州店', { state: 'down' }))
    expect(drawn(ailing)).toEqual(drawn(shown))
    expect(ailing[2]!.sites[1]!.member.state).toBe('down')
    expect(countNews(ailing)).toBe(1)
    const healed = after(changed('合肥店', { state: 'up' }))
    expect(drawn(healed)).toEqual(drawn(shown))
    expect(countNews(healed)).toBe(0)
  })

  it('keeps a site that no longer passes the filter', () => {
    const asked = view({ filter: 'attention' })
    const kept = arrange({ sites }, asked)
    const newer = { sites: changed('成都店', { state: 'up' }) }
    expect(drawn(follow(kept, arrange(newer, asked), newer))).toEqual(drawn(kept))
  })

  it('adds a new site at the end of its group, and drops one that left', () => {
    const next = [...sites.filter(({ id }) => id !== '广州店'), site('宁波店', { province: '浙江', availability: 1 })]
    expect(drawn(after(next)).slice(2, 5)).toEqual([
      ['region:华东', ['上海店', '杭州店', '宁波店'], 1],
      ['region:', ['太原店'], 0],
      ['software', ['李娜'], 0],
    ])
  })
})
