import { draftable, type PrefixInput } from '@weft/contract'
import { newMember } from '@weft/member-config'
import { describe, expect, it } from 'vitest'
import { after, aNetwork, area, refusal, sceneOf, settled } from '../../../../test/network-rules-fixtures.ts'
import { changed } from './change.rules.ts'
import { checkUsable, refuseBeyond } from './limit.rules.ts'
import { blockersIn, withoutMember } from './membership.rules.ts'

const port = (public_ip: string | null, public_port: number | null, static_port: number | null) => ({ public_ip, public_port, static_port })
const NONE = port(null, null, null)
const rule = (ip: string, mask: number, more: Partial<PrefixInput> = {}): PrefixInput => ({ ip, mask, ...more })
const prefixes = (router_name: string, ...prefix: PrefixInput[]) => ({ call: 'edit_prefix' as const, input: { router_name, prefix } })
const add = (router_name: string, member_type: 'center' | 'point' = 'point') => ({
  call: 'add_member' as const,
  input: { router_name, member_type },
})
const remove = (router_name: string) => ({ call: 'remove_member' as const, input: { router_name } })

describe('members in a draft', () => {
  const net = aNetwork(['A'], ['P'])
  it('count against the limit together, in the order of the draft', () => {
    const room = { network_router_count: 3 }
    expect(Object.keys(after(net, [add('Q')], { room }).members)).toContain('Q')
    expect(refusal(() => after(net, [add('Q'), add('R')], { room }))).toEqual({ reason: 'memberLimit', params: { used: 3, count: 3 } })
    expect(Object.keys(after(net, [add('Q'), remove('P'), add('R')], { room }).members).toSorted()).toEqual(['A', 'Q', 'R'])
  })
  it('may be configured by later changes of the same draft', () => {
    const changes = [
      add('B', 'center'),
      {
        call: 'fixed_port' as const,
        input: { router_name: 'B', router_service: port('198.51.100.9', 4500, 4500), software_service: NONE },
      },
      {
        call: 'edit_center_gateway' as const,
        input: { router_name: 'B', router_network: { gateway: '10.7.0.0', mask: 20 }, software_network: { gateway: '10.8.0.0', mask: 20 } },
      },
      { call: 'edit_routing' as const, input: { type: 2 as const, main_router: 'B', secondary_router: 'A' } },
      add('Q'),
      ...['P', 'Q'].map((router_name) => ({
        call: 'edit_point_link' as const,
        input: { router_name, link_config: [{ center_router_name: 'A', enable: 0 as const }] },
      })),
    ]
    const { members, routing } = settled(after(net, changes))
    expect(routing.main_router).toBe('B')
    expect(members['B']!.center).toMatchObject({ router_segment: '10.7.0.0/20', router_port: { public_port: 4500 } })
    expect(members['Q']!.links).toMatchObject({ A: { enable: 0 }, B: { vpn_ip: '10.7.0.3', enable: 1 } })
    expect(members['P']!.links).toMatchObject({ A: net.members['P']!.links['A'] && { enable: 0 }, B: { vpn_ip: '10.7.0.2', enable: 1 } })
    const off = {
      call: 'edit_point_link' as const,
      input: { router_name: 'Q', link_config: ['A', 'B'].map((center_router_name) => ({ center_router_name, enable: 0 as const })) },
    }
    expect(refusal(() => after(net, [add('B', 'center'), add('Q'), off]))?.reason).toBe('lastLink')
  })
  it('may not leave a network empty, or its branches without a center', () => {
    expect(refusal(() => after(aNetwork(['A']), [remove('A')]))?.reason).toBe('networkNeedsMember')
    expect(refusal(() => after(net, [remove('A')]))?.reason).toBe('lastCenterNeeded')
  })
  it('must exist in the account or in the network', () => {
    for (const name of ['NOBODY', 'P2']) {
      expect(refusal(() => after(net, [add(name)]))?.reason).toBe('memberNotFound')
      expect(refusal(() => after(net, [remove(name)]))?.reason).toBe('memberNotInNetwork')
      expect(refusal(() => after(net, [prefixes(name, rule('10.0.0.0', 8))]))?.reason).toBe('memberNotInNetwork')
      expect(refusal(() => after(net, [{ call: 'software_mode', input: { router_name: name, mode: 1 } }]))?.reason).toBe(
        'memberNotInNetwork',
      )
      expect(
        refusal(() =>
          after(net, [{ call: 'edit_point_link', input: { router_name: 'P', link_config: [{ center_router_name: name, enable: 0 }] } }]),
        )?.reason,
      ).toBe('memberNotCenter')
      expect(
        refusal(() => after(net, [{ call: 'fixed_port', input: { router_name: name, router_service: NONE, software_service: NONE } }]))
          ?.reason,
      ).toBe('memberNotInNetwork')
    }
  })
  it('may only be removed while the network is unusable', () => {
    for (const call of Object.keys(draftable) as (keyof typeof draftable)[])
      expect(refusal(() => checkUsable([{ call: 'name' }, { call }], { network_usable: 0 }))?.reason).toBe(
        ['edit', 'remove_member', 'name'].includes(call) ? undefined : 'networkUnusable',
      )
    expect(refusal(() => checkUsable([{ call: 'dns' }], { network_usable: 1 }))).toBeUndefined()
  })
})

describe('a center that others depend on', () => {
  const net = aNetwork(['A', 'B', 'C'], ['P', 'Q'])
  const links = (router_name: string, off: string[]) => ({
    call: 'edit_point_link' as const,
    input: { router_name, link_config: off.map((center_router_name) => ({ center_router_name, enable: 0 as const })) },
  })
  const edit = (center: string[], point: string[]) => ({ call: 'edit' as const, input: { network_name: '总部', center, point } })

  it('is named in the refusal with all that depends on it', () => {
    const main = after(net, [{ call: 'edit_routing', input: { type: 2, main_router: 'A', secondary_router: 'B' } }, links('P', ['B', 'C'])])
    expect(blockersIn(main, 'A')).toEqual([{ kind: 'main' }, { kind: 'branch', router_name: 'P' }])
    expect(blockersIn(main, 'B')).toEqual([{ kind: 'backup' }])
    expect(blockersIn(main, 'C')).toEqual([])
    for (const change of [remove('A'), edit(['B', 'C'], ['P', 'Q']), edit(['B', 'C'], ['P', 'Q', 'A'])])
      expect(refusal(() => after(main, [change]))).toEqual({
        reason: 'centerInUse',
        params: { name: 'A', uses: '主备线路的主中心、1 个分支仅连接此中心' },
      })
    expect(refusal(() => withoutMember(main, 'B', sceneOf(main).facts))?.reason).toBe('centerInUse')
    expect(after(main, [remove('C')]).members['C']).toBeUndefined()
  })
  it('may be named only once when the links of a branch are chosen', () => {
    expect(refusal(() => after(net, [links('P', ['B', 'C', 'B'])]))).toEqual({ reason: 'memberTwice', params: { name: 'B' } })
  })
  it('is checked together with others that leave at once', () => {
    // P keeps A and B; with both gone it would be left with a link that is off.
    const two = after(net, [links('P', ['C'])])
    expect(blockersIn(two, 'A')).toEqual([])
    expect(refusal(() => after(two, [edit(['C'], ['P', 'Q'])]))?.reason).toBe('centerInUse')
    expect(refusal(() => after(two, [edit(['C'], ['P', 'Q', 'A', 'B'])]))?.reason).toBe('centerInUse')
    expect(Object.keys(after(two, [edit(['A', 'C'], ['P', 'Q'])]).members)).not.toContain('B')
  })
  it('may leave together with the branches that depend on it alone', () => {
    const alone = after(net, [links('P', ['B', 'C'])])
    expect(refusal(() => after(alone, [edit(['B', 'C'], ['P', 'Q'])]))?.reason).toBe('centerInUse')
    expect(Object.keys(after(alone, [edit(['B', 'C'], ['Q'])]).members)).not.toContain('A')
  })
  it('may leave together with every other center, since no link is left then', () => {
    expect(Object.keys(after(net, [edit([], ['P', 'Q'])]).members)).toEqual(['P', 'Q'])
  })
  it('may not leave while it is an end of the center link', () => {
    const twin = { enable: 1 as const, center_router_name: 'A', ...NONE, gateway: '10.9.0.0', mask: 24 }
    const linked = after(aNetwork(['A', 'B'], ['P']), [{ call: 'center_link', input: twin }])
    expect(refusal(() => after(linked, [remove('B')]))).toEqual({ reason: 'centerInUse', params: { name: 'B', uses: '双中心互联' } })
  })
})

describe('prefix rules', () => {
  const net = aNetwork(['A'], ['P', 'S1'])
  it('are repeated when their corrected networks, ge and le are equal', () => {
    expect(refusal(() => after(net, [prefixes('P', rule('10.1.0.0', 24), rule('10.2.0.0', 24), rule('10.1.0.9', 24))]))).toEqual({
      reason: 'prefixTwice',
      params: { row: 3, other: 1 },
    })
    expect(refusal(() => after(net, [prefixes('P', rule('10.1.0.0', 24), rule('10.1.0.0', 24, { permission: 'deny' }))]))?.reason).toBe(
      'prefixTwice',
    )
    expect(after(net, [prefixes('P', rule('10.1.0.0', 24), rule('10.1.0.0', 24, { ge: 25 }))]).members['P']?.prefix).toHaveLength(2)
  })
  it('are refused for a software member', () => {
    expect(refusal(() => after(net, [prefixes('S1', rule('10.1.0.0', 24))]))?.reason).toBe('prefixOfHardwareOnly')
  })
  it.each([{ permission: 'deny' as const }, { ge: 25 }, { le: 25 }])('need the advanced policy for %o', (more) => {
    const room = { quagga_advanced: 0 as const }
    expect(refusal(() => after(net, [prefixes('P', rule('10.1.0.0', 24, more))], { room }))?.reason).toBe('prefixAdvancedOff')
    expect(after(net, [prefixes('P', rule('10.1.0.0', 24, { permission: 'permit' }))], { room }).members['P']?.prefix).toHaveLength(1)
  })
})

describe('settings of the network', () => {
  const one = aNetwork(['A'], ['P'])
  const two = aNetwork(['A', 'B'], ['P'])
  const three = aNetwork(['A', 'B', 'C'], ['P'])
  const routing = (main_router: string | null, secondary_router: string | null) => ({
    call: 'edit_routing' as const,
    input: { type: 2 as const, main_router, secondary_router },
  })

  it('allow as many DNS servers as the account may have, each once', () => {
    const dns = (...list: string[]) => ({ call: 'dns' as const, input: { dns: list } })
    expect(after(one, [dns('1.1.1.1', '8.8.8.8')]).dns).toEqual(['1.1.1.1', '8.8.8.8'])
    expect(refusal(() => after(one, [dns('1.1.1.1', '8.8.8.8', '9.9.9.9')]))).toEqual({ reason: 'dnsLimit', params: { n: 2 } })
    expect(refusal(() => after(one, [dns('1.1.1.1', '1.1.1.1')]))?.reason).toBe('dnsTwice')
  })
  it('allow a main and a backup line of two different centers only', () => {
    expect(refusal(() => after(one, [routing('A', null)]))?.reason).toBe('routingNeedsTwo')
    for (const chosen of [routing('A', null), routing(null, 'B'), routing('A', 'B')])
      expect(after(two, [chosen]).routing).toEqual({ type: 2, main_router: 'A', secondary_router: 'B' })
    expect(refusal(() => after(two, [routing(null, null)]))?.reason).toBe('routingChoose')
    expect(refusal(() => after(three, [routing('A', null)]))?.reason).toBe('routingChoose')
    expect(refusal(() => after(three, [routing('A', 'A')]))?.reason).toBe('routingSame')
    expect(refusal(() => after(two, [routing('A', 'P')]))).toEqual({ reason: 'memberNotCenter', params: { name: 'P' } })
    expect(
      after(two, [routing('A', 'B'), { call: 'edit_routing', input: { type: 1, main_router: 'A', secondary_router: 'B' } }]).routing,
    ).toEqual({
      type: 1,
      main_router: null,
      secondary_router: null,
    })
  })
  it('keep a metric for an advertised default route only', () => {
    const route = (model: 0 | 1 | 2, metric: 30 | 150 | null) => ({
      call: 'default_route' as const,
      input: { router_name: 'P', model, metric },
    })
    expect(after(one, [route(1, 150)]).members['P']).toMatchObject({ default_route: 1, metric: 150 })
    expect(after(one, [route(1, null)]).members['P']).toMatchObject({ metric: 30 })
    for (const model of [0, 2] as const)
      expect(after(one, [route(model, 150)]).members['P']).toMatchObject({ default_route: model, metric: null })
    expect(refusal(() => after(one, [route(1, 30)], { room: { default_route: 0 } }))?.reason).toBe('defaultRouteOff')
  })
  it('accept fixed ports only if they differ', () => {
    const ports = (router_service: typeof NONE, software_service: typeof NONE, router_name = 'A') =>
      refusal(() => after(one, [{ call: 'fixed_port', input: { router_name, router_service, software_service } }]))?.reason
    expect(ports(port('1.2.3.4', 2000, 3000), port('1.2.3.5', 2000, 3000))).toBe('portsEqual')
    expect(ports(port('1.2.3.4', 2000, 3000), port('1.2.3.4', 2000, 3001))).toBe('publicPortsEqual')
    expect(ports(port('1.2.3.4', 2000, 3000), port('1.2.3.4', 2001, 3001))).toBeUndefined()
    expect(ports(NONE, NONE)).toBeUndefined()
    expect(ports(NONE, NONE, 'P')).toBe('memberNotCenter')
  })
  it('refuse a segment that is too small for its members', () => {
    const many = aNetwork(['A'], ['P', 'Q', 'R', 'S1'])
    // The contract accepts masks up to /24; the rule counts for any mask.
    const gateway = (mask: number, soft = 24) =>
      refusal(() =>
        after(many, [
          {
            call: 'edit_center_gateway',
            input: {
              router_name: 'A',
              router_network: { gateway: '10.9.0.0', mask },
              software_network: { gateway: '10.8.0.0', mask: soft },
            },
          },
        ]),
      )
    expect(gateway(29)).toBeUndefined()
    expect(gateway(30)).toEqual({ reason: 'segmentTooSmall', params: { segment: '10.9.0.0/30', room: 1, needed: 3 } })
    expect(gateway(24, 31)?.reason).toBe('segmentTooSmall')
  })
  it('allow a center link only between two centers, with a server and a segment or ports', () => {
    const twin = (more: object) => ({
      call: 'center_link' as const,
      input: {
        enable: 1 as const,
        center_router_name: 'A' as string | null,
        ...NONE,
        gateway: null as string | null,
        mask: null as number | null,
        ...more,
      },
    })
    const segment = { gateway: '10.9.0.0', mask: 24 }
    for (const net of [one, three]) expect(refusal(() => after(net, [twin(segment)]))?.reason).toBe('centerLinkNeedsTwo')
    expect(refusal(() => after(two, [twin({ ...segment, center_router_name: null })]))?.reason).toBe('centerLinkServer')
    expect(refusal(() => after(two, [twin({ ...segment, center_router_name: 'P' })]))?.reason).toBe('memberNotCenter')
    expect(refusal(() => after(two, [twin({})]))?.reason).toBe('centerLinkSegment')
    for (const half of [{ gateway: '10.9.0.0' }, { mask: 24 }]) {
      expect(refusal(() => after(two, [twin(half)]))?.reason).toBe('centerLinkSegment')
      expect(refusal(() => after(two, [twin({ ...half, ...port('1.2.3.4', 2000, 3000) })]))?.reason).toBe('centerLinkSegment')
    }
    expect(refusal(() => after(two, [twin({ public_port: 2000 })]))?.reason).toBe('centerLinkPorts')
    expect(refusal(() => after(two, [twin({ gateway: '10.9.0.1', mask: 24 })]))?.reason).toBe('segmentNotNetwork')
    expect(after(two, [twin(segment)]).center_link).toMatchObject({ enable: 1, center_router_name: 'A', segment: '10.9.0.0/24' })
    expect(refusal(() => after(two, [{ call: 'enable_center_link', input: { enable: 1 } }]))?.reason).toBe('centerLinkNotSet')
    expect(refusal(() => after(two, [{ call: 'edit_center_link_gateway', input: segment }]))?.reason).toBe('centerLinkNotSet')
  })
  it('keep at least one link of every branch on', () => {
    const off = (...centers: string[]) => ({
      call: 'edit_point_link' as const,
      input: { router_name: 'P', link_config: centers.map((center_router_name) => ({ center_router_name, enable: 0 as const })) },
    })
    expect(after(two, [off('A')]).members['P']?.links).toMatchObject({ A: { enable: 0 }, B: { enable: 1 } })
    expect(refusal(() => after(two, [off('A', 'B')]))?.reason).toBe('lastLink')
    expect(refusal(() => after(two, [off('A'), off('B')]))?.reason).toBe('lastLink')
    expect(refusal(() => after(two, [{ ...off('A'), input: { ...off('A').input, router_name: 'A' } }]))?.reason).toBe('memberNotPoint')
  })
  it('switch dynamic routing of hardware members only', () => {
    const net = aNetwork(['A'], ['P', 'S1'])
    const all = after(net, [{ call: 'quagga_enable', input: {} }])
    expect(Object.entries(all.members).map(([name, { quagga }]) => [name, quagga])).toEqual([
      ['A', 0],
      ['P', 1],
      ['S1', 0],
    ])
    expect(Object.values(after(all, [{ call: 'quagga_disable', input: {} }]).members).every(({ quagga }) => quagga === 0)).toBe(true)
    expect(refusal(() => after(net, [{ call: 'quagga', input: { router_name: 'S1', enable: 1 } }]))?.reason).toBe('quaggaOfHardwareOnly')
    const room = { quagga: 0 as const }
    for (const change of [
      { call: 'quagga' as const, input: { router_name: 'P', enable: 0 as const } },
      { call: 'quagga_enable' as const, input: {} },
      { call: 'quagga_disable' as const, input: {} },
    ])
      expect(refusal(() => after(net, [change], { room }))?.reason).toBe('quaggaOff')
  })
  it('override the dial mode of software members only', () => {
    const mode = (router_name: string) => ({ call: 'software_mode' as const, input: { router_name, mode: 3 as const } })
    expect(refusal(() => after(one, [mode('P')]))?.reason).toBe('softwareMemberOnly')
    expect(after(aNetwork(['A'], ['S1']), [mode('S1')]).members['S1']?.mode).toBe(3)
  })
})

describe('a former revision', () => {
  const now = aNetwork(['A'], ['P'])
  const { room } = sceneOf(now)
  const none = {
    ...room,
    dns_quantity: 0,
    quagga: 0 as const,
    quagga_advanced: 0 as const,
    default_route: 0 as const,
    network_center_count: 1,
  }
  const beyond = (wanted: typeof now, held: typeof room = none) => refusal(() => refuseBeyond(now, wanted, held))?.reason
  const point = (part: object) => ({ ...now, members: { ...now.members, P: { ...now.members['P']!, ...part } } })
  const deny = { prefix: [{ ip: '10.0.0.0', mask: 8, permission: 'deny' as const, ge: null, le: null }] }

  it.each([
    ['networkNeedsMember', { ...now, members: {} }],
    ['centerLimit', aNetwork(['A', 'B'])],
    ['dnsLimit', { ...now, dns: ['1.1.1.1'] }],
    ['quaggaOff', point({ quagga: 1 })],
    ['defaultRouteOff', point({ default_route: 2 })],
    ['prefixAdvancedOff', point(deny)],
  ])('is refused with %s, unless the services allow it or the network has it now', (reason, wanted) => {
    expect(beyond(wanted)).toBe(reason)
    expect(beyond(wanted, room)).toBe(reason === 'networkNeedsMember' ? reason : undefined)
    expect(refusal(() => refuseBeyond(wanted, wanted, none))).toBeUndefined()
  })
  it('is refused when it adds more members than the limit allows', () => {
    const wanted = aNetwork(['A'], ['P', 'Q', 'R'])
    expect(beyond(wanted, { ...none, network_router_count: 3 })).toBe('memberLimit')
    expect(beyond(wanted, { ...none, network_router_count: 4 })).toBeUndefined()
  })
})

describe('POP resources', () => {
  const three = { areas: { '1': area(1), '2': area(2), '3': area(3) } }
  const net = aNetwork(['A'], ['P'])
  const fr = (network_fr_id: string | null, mode: 1 | 2 | 3 = 1) => ({ call: 'fr' as const, input: { network_fr_id, mode } })
  const ov = (ov_id_main: string | null, ov_id_backup: string | null) => ({
    call: 'member_ov' as const,
    input: { router_name: 'P', ov_id_main, ov_id_backup },
  })

  it('are attached and detached, and replace one another only after a review', () => {
    expect(after(net, [fr('7', 3)], three)).toMatchObject({ network_fr_id: '7', mode: 3 })
    expect(after(net, [fr('7'), fr(null, 2)], three)).toMatchObject({ network_fr_id: null, mode: 2 })
    expect(refusal(() => after(net, [fr('7'), fr('8')], three))?.reason).toBe('popReview')
    expect(refusal(() => after(net, [fr('9')], three))?.reason).toBe('popResourceNotFound')
  })
  it('are refused if another network uses them or their service has ended', () => {
    const scene = sceneOf(net, three)
    const with7 = (more: object) => ({ ...scene, resources: new Map([['7', { ...scene.resources.get('7')!, ...more }]]) })
    expect(refusal(() => changed(net, [fr('7')], with7({ network_number: '2', network_name: '别处' })))).toEqual({
      reason: 'popResourceElsewhere',
      params: { network: '别处' },
    })
    expect(refusal(() => changed(net, [fr('7')], with7({ usable: false })))?.reason).toBe('popResourceEnded')
  })
  it('offer a backup area with more than two areas and a main one', () => {
    const two = { areas: { '1': area(1), '2': area(2) } }
    expect(after(net, [fr('7'), ov('1', '2')], three).members['P']).toMatchObject({ ov_main: '1', ov_backup: '2' })
    expect(refusal(() => after(net, [ov('1', null)], three))?.reason).toBe('popResourceNone')
    expect(refusal(() => after(net, [fr('7'), ov('1', '2')], two))?.reason).toBe('popBackupNotOffered')
    expect(refusal(() => after(net, [fr('7'), ov(null, '2')], three))?.reason).toBe('popBackupNotOffered')
    expect(refusal(() => after(net, [fr('7'), ov('2', '2')], three))?.reason).toBe('popAreasSame')
    expect(refusal(() => after(net, [fr('7'), ov('4', null)], three))?.reason).toBe('popAreaUnknown')
    expect(refusal(() => after(net, [fr('7'), ov('1', '4')], three))?.reason).toBe('popBackupAreaUnknown')
    expect(after(net, [fr('7'), ov('1', null), ov(null, null)], three).members['P']).toMatchObject({ ov_main: null })
  })
})

it('a member that is removed and added in the same draft starts with default settings', () => {
  const net = after(aNetwork(['A'], ['P']), [prefixes('P', rule('10.1.0.0', 24))])
  expect(after(net, [remove('P'), add('P')]).members['P']).toEqual(newMember('point'))
})
