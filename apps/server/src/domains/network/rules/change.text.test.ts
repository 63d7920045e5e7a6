import type { Language } from '@weft/contract'
import { type NetworkSettings, newMember, patchOf } from '@weft/member-config'
import { describe, expect, it } from 'vitest'
import { aNetwork } from '../../../../test/network-rules-fixtures.ts'
import { unmarked } from '../../../kernel/member-mark.ts'
import { sentencesOf, summaryOf, titleIn } from './change.text.ts'

const base = aNetwork(['A', 'B'], ['P', 'Q', 'S1'])
const member = (name: string, part: object): Partial<NetworkSettings> => ({
  members: { ...base.members, [name]: { ...base.members[name]!, ...part } },
})
const center = (part: object) => member('A', { center: { ...base.members['A']!.center!, ...part } })
const port = (public_ip: string | null, public_port: number | null, static_port: number | null) => ({ public_ip, public_port, static_port })
const twin = (part: object) => ({ center_link: { ...base.center_link, ...part } })
const permit = { ip: '10.1.0.0', mask: 16, permission: 'permit' as const, ge: null, le: null }

/** Returns the sentences for the change of a network's settings from one state to another; both are given as what differs from `base`. */
const sentences = (from: Partial<NetworkSettings>, to: Partial<NetworkSettings>, language: Language = 'zh-CN') =>
  sentencesOf(JSON.parse(JSON.stringify(patchOf({ ...base, ...from }, { ...base, ...to }))), language).map(({ text }) =>
    unmarked(text, (name) => name),
  )

const { P: _, ...withoutP } = base.members
/** What changes, the changed settings, the sentences for the change, and the sentences for its reversal. */
const cases: [string, Partial<NetworkSettings>, string[], string[]][] = [
  ['the name', { network_name: '分部' }, ['组网名称改为「分部」'], ['组网名称改为「总部」']],
  [
    'the dial mode',
    { mode: 3 },
    ['拨号方式由「默认（同时连接，中心优先）」改为「POP 优先」'],
    ['拨号方式由「POP 优先」改为「默认（同时连接，中心优先）」'],
  ],
  [
    'the ciphers',
    { ncp_ciphers: 'sm' },
    ['加密算法由「默认算法」改为「国密算法（SM 系列）」'],
    ['加密算法由「国密算法（SM 系列）」改为「默认算法」'],
  ],
  ['the DNS servers', { dns: ['1.1.1.1', '8.8.8.8'] }, ['DNS 由无改为 1.1.1.1、8.8.8.8'], ['DNS 由 1.1.1.1、8.8.8.8 改为无']],
  [
    'the roles of the main and the backup center',
    { routing: { type: 2, main_router: 'A', secondary_router: 'B' } },
    ['主备线路改为主备，主中心 A，备中心 B'],
    ['主备线路改为双主'],
  ],
  [
    'the center link',
    twin({ enable: 1, center_router_name: 'A', segment: '10.9.0.0/24' }),
    ['双中心互联：启用，服务端 A，网段 10.9.0.0/24'],
    ['双中心互联：关闭'],
  ],
  ['the POP resource', { network_fr_id: '7' }, ['关联 POP 资源'], ['解除 POP 资源']],
  ['a member', { members: withoutP }, ['移出 P'], ['新增分支 P']],
  ['the part of a member', member('P', { member_type: 'center', links: {} }), ['分支改为中心 P'], ['中心改为分支 P']],
  [
    'a default route',
    member('P', { default_route: 1, metric: 60 }),
    ['P 的默认路由改为「发布」', 'P 的默认路由优先级改为「优先级 2」'],
    ['P 的默认路由改为「不启用」'],
  ],
  ['dynamic routing', member('P', { quagga: 1 }), ['启用动态路由 P'], ['停用动态路由 P']],
  ['the dial mode of a member', member('S1', { mode: 3 }), ['S1 的拨号方式改为「POP 优先」'], ['S1 的拨号方式改为「跟随组网」']],
  [
    'the POP areas of a member',
    member('P', { ov_main: '1', ov_backup: '2' }),
    ['P 更换主用区域', 'P 更换备用区域'],
    ['P 取消主用区域', 'P 取消备用区域'],
  ],
  [
    'prefix rules',
    member('P', { prefix: [permit, { ...permit, permission: 'deny', ge: 17, le: 18 }] }),
    ['P 的路由前缀：新增 10.1.0.0/16、10.1.0.0/16 拒绝 ge 17 le 18'],
    ['P 的路由前缀：删除 10.1.0.0/16、10.1.0.0/16 拒绝 ge 17 le 18'],
  ],
  [
    'interconnect segments',
    center({ router_segment: '10.1.0.0/16', software_segment: '10.2.0.0/16' }),
    ['A 的硬件互联网段由 10.128.0.0/20 改为 10.1.0.0/16', 'A 的软件互联网段由 10.128.16.0/20 改为 10.2.0.0/16'],
    ['A 的硬件互联网段由 10.1.0.0/16 改为 10.128.0.0/20', 'A 的软件互联网段由 10.2.0.0/16 改为 10.128.16.0/20'],
  ],
  [
    'the port of a service',
    center({ router_port: port('1.2.3.4', 5000, 5001) }),
    ['A 的硬件服务端口改为公网 IP 1.2.3.4，公网端口 5000，本地端口 5001'],
    ['A 的硬件服务端口改为动态端口'],
  ],
  [
    'a link',
    member('P', { links: { ...base.members['P']!.links, A: { ...base.members['P']!.links['A']!, enable: 0 } } }),
    ['关闭 P 到 A 的链路'],
    ['开启 P 到 A 的链路'],
  ],
]

describe('the sentences of a change', () => {
  it.each(cases)('describe a change of %s and its reversal', (_what, to, change, reversal) => {
    expect(sentences({}, to)).toEqual(change)
    expect(sentences(to, {})).toEqual(reversal)
  })
  it('name only what changed of a fixed address and its ports', () => {
    const fixed = center({ router_port: port('1.2.3.4', 5000, 5001) })
    expect(sentences(fixed, center({ router_port: port('1.2.3.4', 6000, 5001) }))).toEqual(['A 的硬件服务端口改为公网端口 6000'])
    expect(sentences(fixed, center({ router_port: port('1.2.3.5', 5000, 6001) }))).toEqual([
      'A 的硬件服务端口改为公网 IP 1.2.3.5，本地端口 6001',
    ])
  })
  it('name only what changed of the roles of the centers and of the center link', () => {
    const lines = (main_router: string, secondary_router: string) => ({ routing: { type: 2 as const, main_router, secondary_router } })
    expect(sentences(lines('A', 'B'), lines('A', 'C'))).toEqual(['主备线路改为主备，备中心 C'])
    const on = twin({ enable: 1, center_router_name: 'A', segment: '10.9.0.0/24', ...port('1.2.3.4', 5000, 5001) })
    expect(sentences(on, { center_link: { ...on.center_link, public_port: 6000 } })).toEqual(['双中心互联：公网端口 6000'])
    expect(sentences(on, { center_link: { ...on.center_link, enable: 0 } })).toEqual(['双中心互联：关闭'])
  })
  it('report that only the order of the prefix rules changed', () => {
    const other = { ...permit, ip: '10.2.0.0' }
    const [before, after] = [member('P', { prefix: [permit, other] }), member('P', { prefix: [other, permit] })]
    expect(sentences(before, after)).toEqual(['P 的路由前缀：调整顺序'])
  })
  it('group members with the same change, and name only the first five of many', () => {
    const many = Object.fromEntries(Array.from({ length: 7 }, (_n, i) => [`N${i}`, newMember('point')]))
    expect(sentences({}, { members: { ...base.members, ...many } })).toEqual(['新增分支 N0、N1、N2、N3、N4 等 7 个'])
    expect(
      summaryOf(
        Array.from({ length: 7 }, (_n, i) => ({ field: 'dns' as const, from: 0, to: 1, text: `句${i}` })),
        'zh-CN',
      ),
    ).toBe('句0，句1，句2，句3，句4 等 7 项')
  })
  it('cover every field of a network and of its members, and contain no missing value', () => {
    const described = new Set(
      cases.flatMap(([, to]) =>
        patchOf(base, { ...base, ...to }).map(({ path }) => (path[0] === 'members' ? (path[2] ?? 'member') : path[0]!)),
      ),
    )
    const undescribed = Object.keys(newMember('point')).filter((field) => !described.has(field) && field !== 'pop_links')
    expect([...undescribed, ...Object.keys(base).filter((field) => field !== 'members' && !described.has(field))]).toEqual([])
    for (const [, a] of cases)
      for (const [, b] of cases)
        for (const change of sentencesOf(JSON.parse(JSON.stringify(patchOf({ ...base, ...a }, { ...base, ...b }))), 'zh-CN')) {
          expect(change.text).not.toMatch(/undefined|null|NaN|\[object|「」/)
          expect(change).toHaveProperty('from')
          expect(change).toHaveProperty('to')
        }
  })
  it.each(cases)('describe a change of %s in English, with no Chinese but the names that the customer chose', (_what, to) => {
    const english = sentences({}, to, 'en')
    expect(english.length).toBe(sentences({}, to).length)
    for (const sentence of [...english, ...sentences(to, {}, 'en')])
      expect(sentence.replaceAll(/分部|总部/g, 'X')).not.toMatch(/\p{Script=Han}|undefined|null|“”/u)
  })
  it('are written in English when English is asked for', () => {
    const change = { ...member('P', { prefix: [permit] }), mode: 3 as const, dns: ['1.1.1.1'] }
    expect(sentences({}, change, 'en')).toEqual([
      'Dial mode changed from “Default (both at once, hubs preferred)” to “POPs first”',
      'DNS changed from none to 1.1.1.1',
      'Route prefixes of P: added 10.1.0.0/16',
    ])
    const many = Object.fromEntries(Array.from({ length: 7 }, (_n, i) => [`N${i}`, newMember('point')]))
    const withMany = { members: { ...base.members, ...many } }
    expect(sentences({}, withMany, 'en')).toEqual(['Branch added: N0, N1, N2, N3, N4 and others, 7 in all'])
  })
})

it.each([
  ['创建组网', 'Network created'],
  ['恢复到版本 3', 'Revision 3 restored'],
  ['中心 杭州店1 失去连接，自动恢复到版本 3', 'Hub 杭州店1 lost its connection; revision 3 was restored by itself'],
  [
    '60 秒内没有隧道通过 杭州店1 的新公网地址和端口连通，已自动恢复原设置',
    'No tunnel came up at the new public address and port of 杭州店1 within 60 s; the former ones were restored by themselves',
  ],
  ['恢复到版本 3，因为门店要求', '恢复到版本 3，因为门店要求'],
])('the title %s of a revision is translated, unless a person wrote it', (title, english) => {
  expect(titleIn('zh-CN', title)).toBe(title)
  expect(titleIn('en', title)).toBe(english)
})
