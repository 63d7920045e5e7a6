import { type NetworkSettings, NO_CENTER_LINK, newMember } from '@weft/member-config'
import { contains, listenerAddress, lastAddress, overlaps, parseIpv4, parsePrefix } from '@weft/net'
import { claimsOf, overlapAfter } from '@weft/network-rules'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { after, aNetwork, area, factsOf, REACHABLE, refusal, settled } from '../../../../test/network-rules-fixtures.ts'
import { refuse } from './refuse.rules.ts'
import type { Change } from './scene.rules.ts'
import { settle } from './settle.rules.ts'

const areas = { '1': area(1), '2': area(2), '3': area(3) }
const HARDWARE = ['A', 'B', 'C', 'D', 'P', 'Q', 'R']
const SOFTWARE = ['S1', 'S2', 'S3']
const name = fc.constantFrom(...HARDWARE, ...SOFTWARE)
const hard = fc.constantFrom(...HARDWARE)
const flag = fc.constantFrom(0 as const, 1 as const)
const segment = fc.integer({ min: 0, max: 3 }).map((n) => ({ gateway: `10.${n}.0.0`, mask: 24 }))
const NONE = { public_ip: null, public_port: null, static_port: null }

const change: fc.Arbitrary<Change> = fc.oneof(
  fc
    .record({ router_name: hard, member_type: fc.constantFrom('center' as const, 'point' as const) })
    .map((input) => ({ call: 'add_member' as const, input })),
  name.map((router_name) => ({ call: 'add_member' as const, input: { router_name, member_type: 'point' as const } })),
  name.map((router_name) => ({ call: 'remove_member' as const, input: { router_name } })),
  fc
    .record({ center: fc.uniqueArray(hard, { maxLength: 3 }), point: fc.uniqueArray(name, { maxLength: 6 }) })
    .map((input) => ({ call: 'edit' as const, input: { network_name: '总部', ...input } })),
  fc.record({ router_name: name, center: hard, enable: flag }).map(({ router_name, center, enable }) => ({
    call: 'edit_point_link' as const,
    input: { router_name, link_config: [{ center_router_name: center, enable }] },
  })),
  fc.tuple(hard, hard).map(([main_router, secondary_router]) => ({
    call: 'edit_routing' as const,
    input: { type: 2 as const, main_router, secondary_router },
  })),
  fc.tuple(hard, fc.constantFrom('198.51.100.9', null)).map(([router_name, public_ip]) => {
    const router_service = public_ip === null ? NONE : { public_ip, public_port: 4500, static_port: 4500 }
    return { call: 'fixed_port' as const, input: { router_name, router_service, software_service: NONE } }
  }),
  fc
    .record({ router_name: hard, router_network: segment, software_network: segment })
    .map((input) => ({ call: 'edit_center_gateway' as const, input })),
  fc
    .record({ center_router_name: hard, enable: flag })
    .map((input) => ({ call: 'center_link' as const, input: { ...input, ...NONE, gateway: '10.9.0.0', mask: 24 } })),
  flag.map((enable) => ({ call: 'enable_center_link' as const, input: { enable } })),
  fc.constantFrom('7', null).map((network_fr_id) => ({ call: 'fr' as const, input: { network_fr_id, mode: 1 as const } })),
  fc
    .record({ router_name: name, ov_id_main: fc.constantFrom('1', '2', null), ov_id_backup: fc.constantFrom('2', '3', null) })
    .map((input) => ({ call: 'member_ov' as const, input })),
  fc.record({ router_name: name, enable: flag }).map((input) => ({ call: 'quagga' as const, input })),
  fc.constant({ call: 'quagga_enable' as const, input: {} }),
  fc
    .record({ router_name: name, model: fc.constantFrom(0 as const, 1 as const, 2 as const) })
    .map((input) => ({ call: 'default_route' as const, input: { ...input, metric: null } })),
)

const claims = (net: NetworkSettings) => claimsOf(net, factsOf(), { lans: [], pop: undefined })

/** Checks what is true of every settled network. */
function holds(net: NetworkSettings): void {
  const members = Object.entries(net.members)
  const centers = members.filter(([, { member_type }]) => member_type === 'center').map(([one]) => one)
  const soft = (one: string) => factsOf().members[one]!.router_type === 2
  const pointToPoint = centers.length === 0 && net.network_fr_id === null
  const names = members.map(([one]) => one)
  const isFixed = (one: string) => net.members[one]!.center?.router_port.public_ip != null
  const listening = pointToPoint ? names.filter((one) => !soft(one) && (REACHABLE.includes(one) || isFixed(one))) : []
  const dialled = (one: string) =>
    pointToPoint ? listening.filter((hub) => hub !== one && (!listening.includes(one) || one < hub)) : centers
  const given = new Set<string>()
  const expectInside = (vpn_ip: string, segment: string) => {
    const [inside, address] = [parsePrefix(segment)!, parseIpv4(vpn_ip)!]
    expect(contains(inside, address)).toBe(true)
    expect([inside.network, listenerAddress(inside), lastAddress(inside)]).not.toContain(address)
    expect(given.has(`${segment} ${vpn_ip}`)).toBe(false)
    given.add(`${segment} ${vpn_ip}`)
  }
  for (const [one, member] of members) {
    expect(member.center !== null).toBe(member.member_type === 'center' || listening.includes(one))
    expect(Object.keys(member.links).toSorted()).toEqual(member.member_type === 'center' ? [] : dialled(one).toSorted())
    for (const [center, { vpn_ip }] of Object.entries(member.links)) {
      const { router_segment, software_segment } = net.members[center]!.center!
      expectInside(vpn_ip, soft(one) ? software_segment : router_segment)
    }
    const linked = Object.values(member.links).some(({ enable }) => enable === 1)
    expect(linked || dialled(one).length === 0 || member.center !== null).toBe(true)
    const homes = [member.ov_main, member.ov_backup].filter((ov_id) => ov_id !== null)
    expect(Object.keys(member.pop_links).toSorted()).toEqual(homes.toSorted())
    expect(net.network_fr_id !== null || homes.length === 0).toBe(true)
    for (const [ov_id, { vpn_ip }] of Object.entries(member.pop_links)) {
      const { router_segment, software_segment } = areas[ov_id as '1']
      expectInside(vpn_ip, soft(one) ? software_segment : router_segment)
    }
    expect(soft(one) ? member.quagga : 0).toBe(0)
    expect(member.metric !== null).toBe(member.default_route === 1)
  }
  const { main_router, secondary_router, type } = net.routing
  expect(type === 2).toBe(main_router !== null && secondary_router !== null)
  const chosen = [main_router, secondary_router, net.center_link.center_router_name].filter((one) => one !== null)
  expect(centers).toEqual(expect.arrayContaining(chosen))
  expect(net.center_link.enable === 0 || (centers.length === 2 && net.center_link.segment !== null)).toBe(true)
}

describe('in a point-to-point network', () => {
  const links = (net: NetworkSettings) =>
    Object.entries(net.members).flatMap(([one, member]) => Object.keys(member.links).map((hub) => `${one}>${hub}`))

  it('a reachable member is dialled by all others, of two the higher name by the lower, and two unreachable ones have no link', () => {
    expect(links(aNetwork([], ['P', 'Q', 'R', 'C', 'S1', 'S2']))).toEqual(
      ['P>Q', 'R>P', 'R>Q', 'C>P', 'C>Q', 'S1>P', 'S1>Q', 'S2>P', 'S2>Q'].toSorted(),
    )
    expect(links(aNetwork([], ['R', 'C', 'S1']))).toEqual([])
  })
  it('hardware is dialled as long as it has a fixed address', () => {
    const fix = (public_ip: string | null): Change => {
      const router_service = public_ip === null ? NONE : { public_ip, public_port: 4500, static_port: 4500 }
      return { call: 'fixed_port', input: { router_name: 'R', router_service, software_service: NONE } }
    }
    const fixed = settled(after(aNetwork([], ['R', 'C']), [fix('198.51.100.9')]))
    expect(links(fixed)).toEqual(['C>R'])
    expect(links(settled(after(fixed, [fix(null)])))).toEqual([])
    expect(refusal(() => after(aNetwork(['A'], ['R']), [fix('198.51.100.9')]))?.reason).toBe('memberNotCenter')
  })
  it('a new center gets all links, and the former links return when it becomes a branch', () => {
    const net = aNetwork([], ['P', 'Q', 'R'])
    const memberships = (center: string[]): Change => ({
      call: 'edit',
      input: { network_name: '总部', center, point: ['P', 'Q', 'R'].filter((one) => !center.includes(one)) },
    })
    const centered = settled(after(net, [memberships(['R'])]))
    expect(links(centered)).toEqual(['P>R', 'Q>R'])
    expect(links(settled(after(centered, [memberships([])])))).toEqual(links(net))
  })
  it('a thousand members have ten listeners and fewer than 10,000 links', () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`N${i}`, newMember('point')]))
    const members = Object.fromEntries(
      Object.keys(many).map((one) => [one, { router_type: 1 as const, status: 1 as const, address: '203.0.113.1' }]),
    )
    const surroundings = { facts: { members }, areas: {}, taken: [] }
    const net = settle({ ...aNetwork([], ['P']), members: many }, surroundings)
    expect(links(net).length).toBeLessThan(10_000)
    expect(Object.values(net.members).filter(({ center }) => center)).toHaveLength(10)
    expect(settle(net, surroundings)).toEqual(net)
  })
})

describe('a settled network', () => {
  it('is consistent after any changes, and stays the same when settled again', () => {
    let applied = 0
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 25 }), (changes) => {
        let net = aNetwork(['A', 'B'], ['P', 'S1'])
        for (const one of changes) {
          const refused = refusal(() => {
            const next = settled(after(net, [one], { areas }), areas)
            refuse(overlapAfter(claims(net), claims(next)))
            net = next
          })
          if (!refused) applied += 1
          holds(net)
          expect(settled(net, areas)).toEqual(net)
        }
      }),
      { numRuns: 120 },
    )
    expect(applied).toBeGreaterThan(150)
  })
  it('keeps the addresses of members that stay', () => {
    const net = aNetwork(['A'], ['P', 'Q', 'R'])
    const without = settled(after(net, [{ call: 'remove_member', input: { router_name: 'P' } }]))
    expect(without.members['R']).toEqual(net.members['R'])
    const again = settled(after(without, [{ call: 'add_member', input: { router_name: 'P', member_type: 'point' } }]))
    expect(again).toEqual(net)
  })
  it('allocates new segments outside the taken ranges', () => {
    const taken = ['10.128.0.0/16', '10.129.0.0/20'].map((text) => parsePrefix(text)!)
    const net = settle(
      { ...aNetwork(['A']), members: { A: newMember('center'), B: newMember('center') } },
      { facts: factsOf(), areas: {}, taken },
    )
    const segments = ['A', 'B'].flatMap((one) => [net.members[one]!.center!.router_segment, net.members[one]!.center!.software_segment])
    expect(segments).toEqual(['10.129.16.0/20', '10.129.32.0/20', '10.129.48.0/20', '10.129.64.0/20'])
    expect(segments.some((text) => taken.some((one) => overlaps(one, parsePrefix(text)!)))).toBe(false)
  })
  it('is refused when a segment has no address left, or when no segment is left', () => {
    const net = aNetwork(['A'], ['P'])
    const tight: NetworkSettings = {
      ...net,
      members: { ...net.members, A: { ...net.members['A']!, center: { ...net.members['A']!.center!, router_segment: '10.9.0.0/30' } } },
    }
    expect(refusal(() => settled(tight))).toBeUndefined()
    expect(refusal(() => settled({ ...tight, members: { ...tight.members, Q: newMember('point') } }))).toEqual({
      reason: 'segmentFull',
      params: { segment: '10.9.0.0/30' },
    })
    const everything = { facts: factsOf(), areas: {}, taken: [parsePrefix('10.128.0.0/9')!] }
    expect(refusal(() => settle({ ...net, members: { B: newMember('center') } }, everything))?.reason).toBe('segmentsExhausted')
  })
  it('drops lines, a center link, dynamic routing and areas that are no longer valid', () => {
    const net = aNetwork(['A', 'B'], ['P', 'S1'])
    const member = (name: string, part: object) => ({ [name]: { ...net.members[name]!, ...part } })
    const { A: _, ...withoutA } = net.members
    const lines = { type: 2 as const, main_router: 'A', secondary_router: 'B' }
    const twin = { ...net.center_link, center_router_name: 'A', segment: '10.9.0.0/24' }
    const left = settled({ ...net, routing: lines, center_link: twin, members: { ...withoutA, C: newMember('center') } })
    expect(left.routing).toEqual({ type: 1, main_router: null, secondary_router: null })
    expect(left.center_link).toEqual(NO_CENTER_LINK)
    expect(settled({ ...net, members: { ...net.members, ...member('S1', { quagga: 1 }) } }).members['S1']?.quagga).toBe(0)
    const homeless = { ...net, network_fr_id: '7', members: { ...net.members, ...member('P', { ov_main: '9', ov_backup: '1' }) } }
    expect(settled(homeless, areas).members['P']).toMatchObject({ ov_main: null, ov_backup: null, pop_links: {} })
  })
  it.each(['10.128.0.0', '10.128.0.1', '10.128.15.255', '10.1.1.1', '10.128.0.3'])(
    'gives two members valid and different addresses when one of them has %s',
    (vpn_ip) => {
      const net = aNetwork(['A'], ['P', 'Q'])
      expect(net.members['Q']?.links['A']?.vpn_ip).toBe('10.128.0.3')
      const p = { ...net.members['P']!, links: { A: { vpn_ip, enable: 0 as const } } }
      const { P, Q } = settled({ ...net, members: { ...net.members, P: p } }).members
      expect(new Set([P?.links['A']?.vpn_ip, Q?.links['A']?.vpn_ip])).toEqual(new Set(['10.128.0.2', '10.128.0.3']))
      expect(P?.links['A']?.enable).toBe(0)
    },
  )
})
