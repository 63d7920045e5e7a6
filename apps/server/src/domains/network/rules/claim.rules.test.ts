import { BlockList } from 'node:net'
import { formatIpv4, formatPrefix, lastAddress, type Prefix, prefixOf } from '@weft/net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aNetwork, area, factsOf, refusal } from '../../../../test/network-rules-fixtures.ts'
import { type Claim, claimsOf, conflictsOf, refuseEnds, refuseOverlaps } from './claim.rules.ts'
import { claimText } from './claim.text.ts'

const prefix = fc
  .tuple(fc.integer({ min: 0, max: 4095 }), fc.integer({ min: 20, max: 32 }))
  .map(([a, mask]) => prefixOf(0x0a_00_00_00 + a, mask))
const claim: fc.Arbitrary<Claim> = fc.record(
  {
    purpose: fc.constantFrom('center_hardware', 'center_link', 'pop', 'prefix', 'lan'),
    owner: fc.constantFrom('A', 'B', 'C'),
    prefix,
    source: fc.constant('edited' as const),
    network: fc.constantFrom('别处', '它处'),
    center: fc.boolean(),
    shared: fc.boolean(),
  },
  { requiredKeys: ['purpose', 'owner', 'prefix', 'source'] },
)
/** By what Node knows of networks. */
function overlap(a: Prefix, b: Prefix): boolean {
  const list = new BlockList()
  list.addSubnet(formatIpv4(a.network), a.mask)
  const other = new BlockList()
  other.addSubnet(formatIpv4(b.network), b.mask)
  return list.check(formatIpv4(b.network)) || list.check(formatIpv4(lastAddress(b))) || other.check(formatIpv4(a.network))
}
/** Who may stand in the same place, in the words of the domain. */
function may(a: Claim, b: Claim): boolean {
  const route = (one: Claim) => one.purpose === 'prefix' || one.purpose === 'lan'
  if (a.network && b.network) return true
  const segment = [a, b].find((one) => !route(one))
  if (segment) return (route(a) || route(b)) && segment.network !== undefined && !segment.shared
  if (a.purpose === 'lan' || b.purpose === 'lan' || a.owner === b.owner) return true
  return a.center === true && b.center === true && formatPrefix(a.prefix) === formatPrefix(b.prefix)
}
const text = (one: Claim) => `${one.network} ${one.purpose} ${one.owner} ${formatPrefix(one.prefix)} ${one.center} ${one.shared}`

describe('conflicts', () => {
  it('are the pairs that overlap and may not, each once', () => {
    fc.assert(
      fc.property(fc.array(claim, { maxLength: 14 }), (claims) => {
        const expected = claims.flatMap((a, i) =>
          claims.slice(i + 1).flatMap((b) => (overlap(a.prefix, b.prefix) && !may(a, b) ? [[text(a), text(b)].toSorted().join('|')] : [])),
        )
        expect(
          conflictsOf(claims)
            .map((pair) => pair.map(text).toSorted().join('|'))
            .toSorted(),
        ).toEqual(expected.toSorted())
      }),
      { numRuns: 1000 },
    )
  })
  it('that stood before do not stand in the way, in whatever order they come', () => {
    fc.assert(
      fc.property(fc.array(claim, { maxLength: 14 }), fc.infiniteStream(fc.integer()), (claims, random) => {
        const shuffled = claims.map((one) => [random.next().value, one] as const).toSorted(([a], [b]) => a - b)
        expect(
          refusal(() =>
            refuseOverlaps(
              claims,
              shuffled.map(([, one]) => one),
            ),
          ),
        ).toBeUndefined()
      }),
    )
  })
  it('that are new are refused, exactly then', () => {
    fc.assert(
      fc.property(fc.array(claim, { maxLength: 8 }), claim, (before, added) => {
        const known = new Set(before.map((one) => text({ ...one, center: false, shared: false })))
        const fresh =
          !known.has(text({ ...added, center: false, shared: false })) &&
          before.some((one) => overlap(one.prefix, added.prefix) && !may(one, added))
        if (known.has(text({ ...added, center: false, shared: false }))) return
        const refused = refusal(() => refuseOverlaps(before, [...before, added]))
        expect(refused?.reason).toBe(fresh ? 'segmentOverlap' : undefined)
        // What was typed is told first.
        expect(refused?.params ?? {}).toMatchObject(fresh ? { segment: formatPrefix(added.prefix), what: claimText(added) } : {})
      }),
    )
  })
})

describe('the claims of a network', () => {
  it('are its segments, those of its POP resource, what its members permit and their LANs', () => {
    const net = aNetwork(['A'], ['P'])
    net.members['P']!.prefix = [
      { ip: '192.168.1.0', mask: 24, permission: 'permit', ge: null, le: null },
      { ip: '192.168.2.0', mask: 24, permission: 'deny', ge: null, le: null },
    ]
    net.center_link = { ...net.center_link, segment: '10.9.0.0/24' }
    const lan = (owner: string): Claim => ({ purpose: 'lan', owner, prefix: prefixOf(0xc0_a8_05_00, 24), source: 'reported' })
    const claims = claimsOf(net, factsOf({ '1': area(1) }), {
      lans: [lan('P'), lan('GONE')],
      pop: { segment: '10.200.0.0/16', other_segment: '10.202.0.0/24' },
    })
    expect(claims.map(({ purpose, owner, prefix: p, source }) => [purpose, owner, formatPrefix(p), source])).toEqual([
      ['center_hardware', 'A', '10.128.0.0/20', 'allocated'],
      ['center_software', 'A', '10.128.16.0/20', 'allocated'],
      ['center_link', '', '10.9.0.0/24', 'edited'],
      ['pop', '', '10.200.0.0/16', 'operator'],
      ['pop_software', '区域1', '10.201.1.0/24', 'operator'],
      ['other', '', '10.202.0.0/24', 'operator'],
      ['prefix', 'P', '192.168.1.0/24', 'edited'],
      ['lan', 'P', '192.168.5.0/24', 'reported'],
    ])
    expect(claims.map(claimText).join()).not.toMatch(/undefined|null/)
  })
})

describe('where tunnels end', () => {
  const at = (address: string, segment: string) => {
    const settings = aNetwork(['A', 'B'], ['P'])
    settings.members['B']!.center!.software_segment = segment
    const facts = factsOf({ '1': area(1) })
    facts.members['A']!.address = address
    return { settings, facts }
  }
  const free = at('203.0.113.9', '10.150.0.0/20')
  const refused = (before: typeof free, after: typeof free) => refusal(() => refuseEnds(before, after, { pop: undefined }))

  it('lies in no segment, whichever of the two was typed', () => {
    const reason = 'segmentHoldsEnd'
    const params = { segment: '203.0.112.0/20', what: '中心 B 的软件互联网段', owner: 'A', address: '203.0.113.9' }
    const held = at('203.0.113.9', '203.0.112.0/20')
    // B is dialled at 203.0.113.1, in its own segment.
    expect(refused(free, held)).toEqual({ reason, params: { ...params, owner: 'B', address: '203.0.113.1' } })
    const fixed = at('203.0.113.9', '10.150.0.0/20')
    fixed.settings.members['A']!.center!.router_port = { public_ip: '10.150.0.9', public_port: 4000, static_port: 4000 }
    expect(refused(free, fixed)).toEqual({ reason, params: { ...params, segment: '10.150.0.0/20', address: '10.150.0.9' } })
    expect(refused(free, at('203.0.113.9', '198.51.100.0/24'))).toMatchObject({ params: { owner: '区域1', address: '198.51.100.1' } })
  })
  it('may lie in a prefix, and where it came to lie in a segment by itself it stands in no way', () => {
    const prefixed = at('203.0.113.9', '10.150.0.0/20')
    prefixed.settings.members['P']!.prefix = [{ ip: '203.0.113.0', mask: 24, permission: 'permit', ge: null, le: null }]
    expect(refused(free, prefixed)).toBeUndefined()
    const moved = at('10.150.0.77', '10.150.0.0/20')
    expect(refused(moved, { ...moved, settings: { ...moved.settings, dns: ['10.0.0.53'] } })).toBeUndefined()
  })
})
