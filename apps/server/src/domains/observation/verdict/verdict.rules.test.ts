import type { DiagnosisCause } from '@weft/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Troubled, byAgeOf, causesOf, membersOf, type Situation, type Target } from './verdict.rules.ts'
import { wordsOf } from './words.rules.ts'

const T = 1_795_000_000
const target = (router_name: string, away = false): Target => ({ router_name, name: router_name, away })
const member = (router_name: string, change: Partial<Troubled> = {}): Troubled => ({
  router_name,
  note: '',
  router_type: 1,
  state: 'down',
  cause: 'connection_lost',
  since: T,
  online: 0,
  behind: false,
  address: null,
  error: null,
  networks: ['1000000000'],
  lost: [],
  ...change,
})
const branch = (name: string, centers: Target[], change: Partial<Troubled> = {}) =>
  member(name, { cause: 'center_down', lost: centers, behind: centers.every(({ away }) => away), ...change })
const judge = (troubled: Troubled[], change: Partial<Situation> = {}) =>
  causesOf({ usable: true, networked: 0, pops: [], troubled, neverConnected: [], ...change })
it('what broke within the last 30 seconds is told apart, but for what ends by paying alone', () => {
  const causes = judge(
    [member('A', { since: T - 30 }), member('B', { since: T - 29, address: '1.1.1.1' }), member('C', { since: null, address: '2.2.2.2' })],
    { usable: false },
  )
  const { told, fresh } = byAgeOf(causes, T)
  expect(fresh.map(({ id }) => id)).toEqual(['connection_lost/B'])
  expect(told.map(({ id }) => id).toSorted()).toEqual(['connection_lost/A', 'connection_lost/C', 'service_lapsed'])
})
const shape = (...of: Parameters<typeof judge>) =>
  judge(...of).map(({ cause, subjects, affected }) => [cause, subjects.length, affected.length])
const twelve = (centers: Target[], change: Partial<Troubled> = {}) => Array.from({ length: 12 }, (_, i) => branch(`B${i}`, centers, change))

describe('a lost center', () => {
  const hub = member('HUB', { note: '合肥机房' })
  it('with twelve branches behind it is one problem, and they are none of their own', () => {
    const [one, ...more] = judge([hub, ...twelve([target('HUB', true)])])
    expect(more).toEqual([])
    expect([one!.cause, one!.subjects[0]!.router_name, one!.affected.length, membersOf(one!)]).toEqual(['center_down', 'HUB', 12, 13])
    expect(wordsOf(one!, 'zh-CN')).toEqual({
      title: '中心合肥机房失联，影响 12 个分支',
      effect: '12 个分支的隧道全部中断，中心恢复后自动恢复',
      action: 'steps',
    })
  })
  it('takes branches with it that use another one meanwhile', () => {
    const [one, ...more] = judge([hub, ...twelve([target('HUB', true)], { state: 'degraded' })])
    expect([more.length, one!.affected.length]).toEqual([0, 12])
    expect(wordsOf(one!, 'zh-CN').effect).toBe('12 个分支已改走其他线路，业务未中断')
  })
  it('does not take what has a trouble of its own: a lost branch, a refused configuration, a tunnel to a center that is there', () => {
    const own = [
      branch('B1', [target('HUB', true)], { cause: 'connection_lost' }),
      branch('B2', [target('HUB', true)], { state: 'failed', cause: 'config_failed', error: 'x' }),
      branch('B3', [target('HUB', true), target('OTHER')], { cause: 'tunnel_down' }),
    ]
    expect(shape([hub, ...own, branch('B4', [target('HUB', true)])])).toEqual([
      ['center_down', 1, 1],
      ['connection_lost', 1, 0],
      ['tunnel_down', 1, 0],
      ['config_failed', 1, 0],
    ])
  })
  it('of two is the one that was lost last, and without branches behind it is a lost member', () => {
    const both = [member('HUB', { since: T }), member('HUB2', { since: T + 500 })]
    const causes = judge([...both, ...twelve([target('HUB', true), target('HUB2', true)])])
    expect(causes.map(({ cause, id }) => [cause, id])).toEqual([
      ['center_down', 'center_down/HUB2'],
      ['connection_lost', 'connection_lost/HUB'],
    ])
  })
  it('that never connected is named, too', () => {
    const neverConnected = [{ router_name: 'NEW', note: '新机房', router_type: 1 as const, networks: [] }]
    const [one, ...more] = judge(twelve([target('NEW', true)]), { neverConnected })
    expect([more.length, membersOf(one!), wordsOf(one!, 'zh-CN').title]).toEqual([0, 12, '中心新机房从未连接，12 个分支无法接入'])
  })
})

describe('members that are lost', () => {
  it('within a minute from the same address are one problem', () => {
    const [at, ago] = [{ address: '203.0.113.7' }, (seconds: number) => ({ since: T - seconds })]
    const gone = [
      member('A', { ...at, ...ago(0) }),
      member('B', { ...at, ...ago(59) }),
      member('C', { ...at, ...ago(200) }),
      member('D', ago(10)),
      member('E', ago(10)),
    ]
    expect(shape(gone)).toEqual([
      ['connection_lost', 1, 0],
      ['connection_lost', 2, 0],
      ['connection_lost', 1, 0],
      ['connection_lost', 1, 0],
    ])
    const [, one] = judge(gone)
    expect(wordsOf(one!, 'zh-CN').effect).toBe('2 台设备从同一个公网地址 203.0.113.7 同时断开，多半是那里断电或上网线路中断')
  })
  it('are told by what they lost with the platform', () => {
    const words = (change: Partial<Troubled>) => wordsOf(judge([member('A', { note: '合肥政务店', ...change })])[0]!, 'zh-CN')
    expect(words({ lost: [target('H1'), target('H2')] })).toEqual({
      title: '合肥政务店失联',
      effect: '设备与平台和两个中心同时失去联系，多半是断电或上网线路中断',
      action: 'steps',
    })
    expect(words({}).effect).toBe('设备与平台失去联系，多半是断电或上网线路中断')
    expect(words({ online: 1, lost: [target('H1')] }).effect).toBe('设备与平台失去联系，但隧道仍然正常')
  })
})

describe('other problems', () => {
  it('are one where they have one reason: the same error in a network, the same tunnels within a minute', () => {
    const failed = (name: string, error: string | null, since = T) =>
      member(name, { state: 'failed', cause: 'config_failed', error, since })
    const tunnel = (name: string, since: number) => member(name, { cause: 'tunnel_down', lost: [target('HUB')], since })
    expect(
      shape([
        failed('A', 'x', T),
        failed('B', 'x', T - 9000),
        failed('C', 'y'),
        failed('D', null),
        tunnel('E', T),
        tunnel('F', T + 30),
        tunnel('G', T + 900),
      ]),
    ).toEqual([
      ['tunnel_down', 2, 0],
      ['tunnel_down', 1, 0],
      ['config_failed', 2, 0],
      ['config_failed', 1, 0],
      ['config_failed', 1, 0],
    ])
  })
  it('of a prefix lead to the prefixes, and an error that may be of a hidden network is not shown', () => {
    const words = (error: string | null) => wordsOf(judge([member('A', { state: 'failed', cause: 'config_failed', error })])[0]!, 'zh-CN')
    expect(words('failed: prefix 10.0.0.0/8\noverlaps')).toMatchObject({
      action: 'edit_prefix',
      effect: '设备报告：prefix 10.0.0.0/8 overlaps',
    })
    expect(words(null)).toMatchObject({ action: 'resend', effect: '原因请咨询主账号管理员' })
  })
  it('of the account come first', () => {
    const pop = { network_number: '1', network_name: '门店', pop: '华东骨干', centers: 0, members: 7 }
    const causes = judge([member('A')], { usable: false, networked: 9, pops: [pop] })
    expect(causes.map((one) => [one.cause, membersOf(one)])).toEqual([
      ['service_lapsed', 9],
      ['pop_lapsed', 7],
      ['connection_lost', 1],
    ])
    expect(wordsOf(causes[1]!, 'en').title).toBe('The POP resource 华东骨干 has ended')
  })
})

it('every member that needs attention is in exactly one problem, whatever is wrong', () => {
  const names = ['A', 'B', 'C', 'D', 'E', 'F', 'H1', 'H2']
  const targets = fc.uniqueArray(fc.constantFrom('H1', 'H2'), { maxLength: 2 })
  const anyone = fc.tuple(
    ...names.map((name) =>
      fc.option(
        fc
          .record({
            cause: fc.constantFrom<DiagnosisCause>('connection_lost', 'center_down', 'tunnel_down', 'config_failed', 'address_changed'),
            degraded: fc.boolean(),
            since: fc.option(fc.integer({ min: T - 200, max: T })),
            address: fc.constantFrom(null, '203.0.113.1'),
            lost: targets,
          })
          .map(({ degraded, lost, cause, ...rest }) => ({ name, degraded, lost, cause, ...rest })),
      ),
    ),
  )
  fc.assert(
    fc.property(anyone, (found) => {
      const present = found.filter((one) => one !== null)
      const away = new Set(present.filter((one) => one.cause === 'connection_lost').map((one) => one.name))
      const troubled = present.map(({ name, degraded, lost, ...rest }) => {
        const tunnels = lost.map((center) => target(center, away.has(center)))
        const state =
          rest.cause === 'config_failed'
            ? ('failed' as const)
            : degraded && rest.cause !== 'connection_lost'
              ? ('degraded' as const)
              : ('down' as const)
        return member(name, { ...rest, state, lost: tunnels, behind: tunnels.length > 0 && tunnels.every((one) => one.away) })
      })
      const causes = judge(troubled)
      const counted = causes.flatMap(({ subjects, affected }) => [...subjects, ...affected].map((one) => one.router_name))
      expect(counted.toSorted()).toEqual(troubled.map((one) => one.router_name).toSorted())
      expect(new Set(causes.map(({ id }) => id)).size).toBe(causes.length)
      for (const one of causes) for (const text of Object.values(wordsOf(one, 'zh-CN'))) expect(text).not.toMatch(/[{}]|undefined/)
    }),
  )
})
