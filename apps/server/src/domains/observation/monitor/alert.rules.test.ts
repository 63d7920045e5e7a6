import { alertEventDefaults } from '@weft/contract'
import { describe, expect, it } from 'vitest'
import { gathers, judge, type Situation, type Watched } from './alert.rules.ts'
import { contentOf, titleOf } from './alert.text.ts'

const NOW = 1_795_250_000
const row = (router_name: string, over: Partial<Watched> = {}): Watched => ({
  router_name,
  note: '',
  link: '',
  area: null,
  alerted: 1,
  seen: 0,
  since: NOW - 40,
  due: true,
  behind: 0,
  online_status: over.seen ?? 0,
  ...over,
})
const back = (name: string, over: Partial<Watched> = {}) => row(name, { alerted: 0, seen: 1, ...over })
const decide = (rows: Watched[], over: Partial<Situation> = {}) =>
  judge({
    rows,
    centers: new Map(),
    downCenters: new Map(),
    windows: [],
    wanted: { ...alertEventDefaults, router_online: 1 },
    now: NOW,
    ...over,
  })
const names = (rows: readonly Watched[]) => rows.map(({ router_name }) => router_name).toSorted()
const texts = (situation: ReturnType<typeof decide>) => contentOf(situation.news).lines.map(({ text }) => text)

describe('an alert', () => {
  it('has the changes that have lasted, with the member’s note, while others wait', () => {
    const judged = decide([row('A', { note: '上海' }), back('B'), row('C', { due: false })])
    expect(texts(judged)).toEqual(['上海（A） 与平台失去联系', 'B 已上线'])
    expect(names(judged.settled)).toEqual(['A', 'B'])
    expect(titleOf(judged.news)).toBe('1 个成员失联、1 个成员上线')
  })
  it('leaves out changes that the account does not want, which are settled too', () => {
    const judged = decide([row('A'), back('B')], { wanted: { ...alertEventDefaults, router_offline: 0, pop_connect: 0 } })
    expect([judged.news, names(judged.settled)]).toEqual([[], ['A', 'B']])
  })
  it('lists fifty of ten thousand changes and the number of the others', () => {
    const judged = decide(Array.from({ length: 10_000 }, (_, index) => row(`R${index}`)))
    const content = contentOf(judged.news)
    expect([content.lines.length, content.more, titleOf(judged.news)]).toEqual([50, 9950, '10000 个成员失联'])
  })
})

describe('branches behind a center', () => {
  it('wait with it while it is in maintenance, and are noted with it', () => {
    const judged = decide([row('HUB'), row('B1')], {
      centers: new Map([['B1', ['HUB']]]),
      downCenters: new Map([['HUB', NOW - 10]]),
      windows: [{ end_time: NOW + 600, router: ['HUB'] }],
    })
    expect(judged.news).toEqual([])
    expect(judged.held.map(({ row: { router_name }, until, muted }) => [router_name, until - NOW, muted])).toEqual([
      ['HUB', 600, true],
      ['B1', 600, false],
    ])
    expect([...judged.behind].map(([center, rows]) => [center, names(rows)])).toEqual([['HUB', ['B1']]])
  })

  const centers = new Map([
    ['B1', ['HUB']],
    ['B2', ['HUB']],
    ['B3', ['HUB', 'SPARE']],
  ])
  it('are counted in its alert, and one that has another center is alerted by itself', () => {
    const judged = decide([row('HUB'), row('B1'), row('B2', { due: false }), row('B3')], {
      centers,
      downCenters: new Map([['HUB', NOW - 10]]),
    })
    expect(texts(judged)).toEqual(['中心 HUB 与平台失去联系，其下 2 个分支同时离线', 'B3 与平台失去联系'])
    expect(names(judged.hidden)).toEqual(['B1', 'B2'])
  })
  it('wait for a center whose own time is not up', () => {
    const judged = decide([row('B1'), row('HUB', { due: false, since: NOW - 25 })], { centers, downCenters: new Map([['HUB', NOW + 5]]) })
    expect([judged.news, judged.held.map(({ row: one, until }) => [one.router_name, until])]).toEqual([[], [['B1', NOW + 5]]])
  })
  it('are alerted as more of the same if they drop after the center was alerted', () => {
    const judged = decide([row('B1'), row('B2')], { centers, downCenters: new Map([['HUB', 0]]) })
    expect(texts(judged)).toEqual(['中心 HUB 仍失联，又有 2 个分支离线'])
  })
  it('are alerted by themselves if the center is not watched or offline alerts are not wanted', () => {
    expect(texts(decide([row('B1')], { centers }))).toEqual(['B1 与平台失去联系'])
    const unwanted = { ...alertEventDefaults, router_online: 1, router_offline: 0 } as const
    expect(decide([row('B1')], { centers, downCenters: new Map([['HUB', 0]]), wanted: unwanted }).hidden).toEqual([])
  })
  it('come back without an alert, and are alerted by themselves if they stay down when the center is back', () => {
    const judged = decide([back('HUB'), back('B1', { behind: 1 }), row('B2', { alerted: 0, behind: 1, due: false })], { centers })
    expect(texts(judged)).toEqual(['HUB 已上线'])
    expect(names(judged.settled)).toEqual(['B1', 'HUB'])
    expect(names(judged.released)).toEqual(['B2'])
  })
})

describe('a link to a POP', () => {
  const link = { link: '1000000001/7', area: '上海', online_status: 1 } as const
  it('is alerted when it breaks while its member is signed in, and when it is back', () => {
    const judged = decide([row('A', link), back('B', link)])
    expect(texts(judged)).toEqual(['A 到 POP「上海」的连接中断', 'B 到 POP「上海」的连接已恢复'])
  })
  it('is not alerted when it breaks and comes back with its member', () => {
    const judged = decide([row('A', { ...link, online_status: 0 }), back('B', { ...link, behind: 1 })])
    expect([judged.news, names(judged.hidden), names(judged.settled)]).toEqual([[], ['A'], ['B']])
  })
})

describe('the title and the line', () => {
  const name = { router_name: 'WR1', note: '合肥政务店' }
  const member = { what: 'member', name, behind: 0, still: false, time: NOW } as const
  it.each<[string, string, Parameters<typeof titleOf>[0][number]]>([
    ['【下发失败】合肥政务店', '合肥政务店（WR1） 没有应用新配置，仍在使用原来的配置', { ...member, event: 'config_failed', good: false }],
    ['【新硬件】合肥政务店', '合肥政务店（WR1） 已分配到您的账号', { ...member, event: 'router_assigned', good: true }],
    [
      '【组网不可用】华东',
      '组网「华东」不可用：全部站点与平台失去联系',
      { what: 'network', event: 'network_unusable', good: false, time: NOW, network_name: '华东', network_number: '1000000001' },
    ],
    [
      '【组网恢复】全部组网',
      '全部组网已恢复',
      { what: 'network', event: 'network_unusable', good: true, time: NOW, network_name: '', network_number: null },
    ],
  ])('of %s', (title, line, news) => {
    expect(titleOf([news])).toMatch(new RegExp(`^${title} · \\d\\d:\\d\\d$`))
    expect(contentOf([news]).lines[0]!.text).toBe(line)
  })
})

describe('maintenance', () => {
  it('postpones the changes of its members until it ends, and no others', () => {
    const judged = decide([row('A'), row('B')], { windows: [{ end_time: NOW + 600, router: ['A'] }] })
    expect(texts(judged)).toEqual(['B 与平台失去联系'])
    expect(judged.held.map(({ row: one, until, muted }) => [one.router_name, until, muted])).toEqual([['A', NOW + 600, true]])
  })
  it('covers all members if it names none', () => {
    expect(decide([row('A'), back('B')], { windows: [{ end_time: NOW + 600, router: [] }] }).news).toEqual([])
  })
})

it('an alert waits for many changes that follow at once, but not for long', () => {
  expect([gathers(3, 0), gathers(500, 0), gathers(500, 9), gathers(500, 10)]).toEqual([false, true, true, false])
})

it.each([
  [{ what: 'member', event: 'router_offline', good: false, behind: 0, still: false }, '【失联】合肥政务店 · 12:23'],
  [{ what: 'member', event: 'router_offline', good: false, behind: 3, still: false }, '【失联】合肥政务店，其下 3 个分支同时离线 · 12:23'],
  [{ what: 'member', event: 'router_online', good: true, behind: 0, still: false }, '【上线】合肥政务店 · 12:23'],
  [{ what: 'link', event: 'pop_connect', good: false, link: '1000000001/7', area: '上海' }, '【中断】合肥政务店 到 POP「上海」 · 12:23'],
] as const)('the title of one alert names the member without its serial number: %o', (news, title) => {
  const name = { router_name: 'WR210M25031581', note: '合肥政务店' }
  expect(titleOf([{ ...news, name, time: Date.UTC(2026, 8, 21, 4, 23) / 1000 }])).toBe(title)
})
