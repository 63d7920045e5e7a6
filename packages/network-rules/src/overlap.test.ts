import { BlockList } from 'node:net'
import { formatIpv4, formatPrefix, lastAddress, type Prefix, prefixOf } from '@weft/net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Claim } from './claim.ts'
import { conflictsAfter, conflictsOf, lanOverlapsOf, overlapAfter } from './overlap.ts'

const prefix = fc
  .tuple(fc.integer({ min: 0, max: 4095 }), fc.integer({ min: 20, max: 32 }))
  .map(([a, mask]) => prefixOf(0x0a_00_00_00 + a, mask))
const claim: fc.Arbitrary<Claim> = fc
  .record(
    {
      prefix,
      purpose: fc.constantFrom('center_hardware', 'center_link', 'pop', 'prefix', 'lan'),
      owner: fc.constantFrom('A', 'B', 'C'),
      network_name: fc.constantFrom('别处', '它处'),
      center: fc.boolean(),
      shared: fc.boolean(),
    },
    { requiredKeys: ['purpose', 'owner', 'prefix'] },
  )
  .map(({ prefix: range, ...rest }) => ({ ...rest, ...range }))
/** Returns whether two ranges overlap, by the BlockList of Node. */
function overlap(a: Prefix, b: Prefix): boolean {
  const list = new BlockList()
  list.addSubnet(formatIpv4(a.network), a.mask)
  const other = new BlockList()
  other.addSubnet(formatIpv4(b.network), b.mask)
  return list.check(formatIpv4(b.network)) || list.check(formatIpv4(lastAddress(b))) || other.check(formatIpv4(a.network))
}
/** Returns whether two ranges may overlap, by the rules of the domain. */
function may(a: Claim, b: Claim): boolean {
  const route = (one: Claim) => one.purpose === 'prefix' || one.purpose === 'lan'
  if (a.network_name && b.network_name) return true
  const segment = [a, b].find((one) => !route(one))
  if (segment) return (route(a) || route(b)) && segment.network_name !== undefined && !segment.shared
  if (a.purpose === 'lan' || b.purpose === 'lan' || a.owner === b.owner) return true
  return a.center === true && b.center === true && formatPrefix(a) === formatPrefix(b)
}
const text = (one: Claim) => `${one.network_name} ${one.purpose} ${one.owner} ${formatPrefix(one)} ${one.center} ${one.shared}`

describe('conflicts', () => {
  it('are the pairs that overlap and may not, each once', () => {
    fc.assert(
      fc.property(fc.array(claim, { maxLength: 14 }), (claims) => {
        const expected = claims.flatMap((a, i) =>
          claims.slice(i + 1).flatMap((b) => (overlap(a, b) && !may(a, b) ? [[text(a), text(b)].toSorted().join('|')] : [])),
        )
        expect([...conflictsOf(claims)].map((pair) => pair.map(text).toSorted().join('|')).toSorted()).toEqual(expected.toSorted())
      }),
      { numRuns: 1000 },
    )
  })
  it('do not block a change when they existed before, in whatever order the claims come', () => {
    fc.assert(
      fc.property(fc.array(claim, { maxLength: 14 }), fc.infiniteStream(fc.integer()), (claims, random) => {
        const shuffled = claims.map((one) => [random.next().value, one] as const).toSorted(([a], [b]) => a - b)
        const again = shuffled.map(([, one]) => one)
        expect(overlapAfter(claims, again)).toBeUndefined()
        expect([...conflictsAfter(claims, again)].every(({ known }) => known)).toBe(true)
      }),
    )
  })
  it('are a problem exactly when a change brings them', () => {
    fc.assert(
      fc.property(fc.array(claim, { maxLength: 8 }), claim, (before, added) => {
        const known = new Set(before.map((one) => text({ ...one, center: false, shared: false })))
        const fresh =
          !known.has(text({ ...added, center: false, shared: false })) && before.some((one) => overlap(one, added) && !may(one, added))
        if (known.has(text({ ...added, center: false, shared: false }))) return
        const problem = overlapAfter(before, [...before, added])
        // The added claim comes first.
        expect(problem?.code === 'segmentOverlap' ? problem.with.claim : problem).toEqual(fresh ? added : undefined)
      }),
    )
  })
})

describe('the cost of a judgement', () => {
  const MANY = 5_000
  /** Returns many equal ranges that count how often their addresses are read. */
  function equalRanges(more: (i: number) => Omit<Claim, 'network' | 'mask'>) {
    const reads = { count: 0 }
    const claims = Array.from({ length: MANY }, (_, i): Claim => {
      const one = { ...more(i), network: 0x0a_00_00_00, mask: 16 }
      return Object.defineProperty(one, 'network', {
        get() {
          reads.count += 1
          return 0x0a_00_00_00
        },
        enumerable: true,
      })
    })
    return { claims, reads }
  }
  it.each<[string, (i: number) => Omit<Claim, 'network' | 'mask'>]>([
    ['LANs that devices report', (i) => ({ purpose: 'lan', owner: `WR${i}` })],
    ['prefixes of one member', () => ({ purpose: 'prefix', owner: 'WR1' })],
    ['prefixes of members of other networks', (i) => ({ purpose: 'prefix', owner: `WR${i}`, network_name: '别处' })],
  ])('thousands of equal %s, which tolerate each other, are not compared pair by pair', (_, more) => {
    const { claims, reads } = equalRanges(more)
    expect([...conflictsOf(claims)]).toEqual([])
    expect(reads.count).toBeLessThan(40 * MANY)
  })
  it('of thousands of ranges that may not overlap, only the first pair is looked for', () => {
    const { claims, reads } = equalRanges((i) => ({ purpose: 'prefix', owner: `WR${i}` }))
    expect(overlapAfter([], claims)).toMatchObject({ code: 'segmentOverlap' })
    expect(reads.count).toBeLessThan(40 * MANY)
  })
})

describe('LANs that overlap', () => {
  const of = (purpose: Claim['purpose'], owner: string, third: number, more: Partial<Claim> = {}): Claim => ({
    purpose,
    owner,
    ...prefixOf(0xc0_a8_00_00 + third * 256, 24),
    ...more,
  })
  it('are pairs of a LAN and a prefix or LAN of another member of this network', () => {
    const [lan, same, prefix, own, far] = [
      of('lan', 'A', 1),
      of('lan', 'B', 1),
      of('prefix', 'C', 1),
      of('prefix', 'A', 1),
      of('lan', 'D', 1, { network_name: '别处' }),
    ]
    const pairs = [...lanOverlapsOf([lan, same, prefix, own, far, of('center_link', '', 1), of('prefix', 'E', 2)])]
    expect(pairs.map((pair) => pair.map(({ purpose, owner }) => `${purpose} ${owner}`).join(', '))).toEqual([
      'lan A, lan B',
      'lan A, prefix C',
      'lan B, prefix C',
      'lan B, prefix A',
    ])
  })
})
