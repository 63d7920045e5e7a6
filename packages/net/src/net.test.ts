import { BlockList, isIPv4 } from 'node:net'
import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { describe, expect, it } from 'vitest'
import {
  contains,
  dottedMask,
  formatIpv4,
  formatPrefix,
  freeAddresses,
  freePrefix,
  listenerAddress,
  isPublic,
  lastAddress,
  maskBits,
  maskFor,
  memberAddresses,
  networkAddress,
  overlapping,
  overlaps,
  type Prefix,
  PrefixIndex,
  parseIpv4,
  parsePrefix,
  prefixOf,
  sizeOf,
  summary,
  without,
} from './index.ts'

const address = fc.integer({ min: 0, max: 2 ** 32 - 1 })
const mask = fc.integer({ min: 0, max: 32 })
const prefix = fc.tuple(address, mask).map(([a, m]) => prefixOf(a, m))
const blockList = ({ network, mask }: Prefix) => {
  const list = new BlockList()
  list.addSubnet(formatIpv4(network), mask)
  return list
}

describe('addresses', () => {
  it('parse back to the number that was formatted, and are addresses to Node too', () => {
    fc.assert(
      fc.property(address, (a) => {
        expect(parseIpv4(formatIpv4(a))).toBe(a)
        expect(isIPv4(formatIpv4(a))).toBe(true)
      }),
    )
  })
  it('are accepted and refused as Node does', () => {
    const part = fc.oneof(
      fc.integer({ min: 0, max: 300 }).map(String),
      fc.constantFrom('', '00', '01', '0x1', ' 1', '1 ', '-1', '1e1', '１'),
    )
    fc.assert(
      fc.property(fc.array(part, { minLength: 3, maxLength: 5 }), (parts) => {
        const text = parts.join('.')
        expect(parseIpv4(text) !== undefined).toBe(isIPv4(text))
      }),
    )
  })
  it('have the network address that ipaddr.js finds', () => {
    fc.assert(
      fc.property(address, mask, (a, m) => {
        expect(formatIpv4(networkAddress(a, m))).toBe(ipaddr.IPv4.networkAddressFromCIDR(`${formatIpv4(a)}/${m}`).toString())
      }),
    )
  })
  it('are public if ipaddr.js knows no special use for them, or if they are for documentation', () => {
    const edges = [
      '10',
      '100.64',
      '127',
      '169.254',
      '172.16',
      '172.31',
      '192.0.0',
      '192.0.2',
      '192.88.99',
      '192.168',
      '198.18',
      '198.51.100',
      '203.0.113',
      '224',
      '255',
    ]
    const near = fc.constantFrom(...edges).chain((text) => {
      const first = parseIpv4([...text.split('.'), '0', '0', '0'].slice(0, 4).join('.'))!
      return fc.integer({ min: -2, max: 70_000 }).map((offset) => Math.min(2 ** 32 - 1, first + offset))
    })
    const documentation = ['192.0.2.0/24', '198.51.100.0/24', '203.0.113.0/24'].map((text) => ipaddr.IPv4.parseCIDR(text))
    fc.assert(
      fc.property(fc.oneof(address, near), (a) => {
        const known = ipaddr.IPv4.parse(formatIpv4(a))
        const routed = ['unicast', 'as112', 'amt'].includes(known.range()) || documentation.some((block) => known.match(block))
        expect(isPublic(a)).toBe(routed)
      }),
      { numRuns: 2000 },
    )
  })
  it.each(['', '1.2.3', '1.2.3.4\n', '256.1.1.1', '010.0.0.1', '1.2.3.4/8', '::1'])('do not include %j', (text) => {
    expect(parseIpv4(text)).toBeUndefined()
  })
})

describe('masks', () => {
  it('parse back from their dotted form, which equals that of ipaddr.js', () => {
    for (let m = 0; m <= 32; m++) {
      expect(maskBits(dottedMask(m))).toBe(m)
      expect(dottedMask(m)).toBe(ipaddr.IPv4.subnetMaskFromPrefixLength(m).toString())
      expect(ipaddr.IPv4.parse(dottedMask(m)).prefixLengthFromSubnetMask()).toBe(m)
    }
    expect(dottedMask(20)).toBe('255.255.240.0')
  })
  it('must have their ones in front', () => {
    for (const dotted of ['255.0.255.0', '0.0.0.255', '255.255.255.253', 'x']) expect(maskBits(dotted)).toBeUndefined()
  })
})

describe('prefixes', () => {
  it('parse back to the prefix that was formatted', () => {
    fc.assert(
      fc.property(prefix, (p) => {
        expect(parsePrefix(formatPrefix(p))).toEqual(p)
      }),
    )
  })
  it.each(['10.0.0.1/24', '10.0.0.0', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/08', '10.0.0.0/8/8', '10.0.0.0/', '/8'])(
    'do not include %s',
    (text) => {
      expect(parsePrefix(text)).toBeUndefined()
    },
  )
  it('contain the addresses that Node says they contain', () => {
    fc.assert(
      fc.property(prefix, address, fc.nat(), (p, anywhere, offset) => {
        const list = blockList(p)
        const near = [p.network, lastAddress(p), p.network - 1, lastAddress(p) + 1, p.network + (offset % sizeOf(p.mask)), anywhere]
        for (const a of near.filter((n) => n >= 0 && n < 2 ** 32)) expect(contains(p, a)).toBe(list.check(formatIpv4(a)))
      }),
    )
  })
  it('overlap exactly when one contains the other’s first address', () => {
    const near = fc.tuple(fc.integer({ min: 0, max: 1023 }), fc.integer({ min: 22, max: 32 })).map(([a, m]) => prefixOf(0x0a000000 + a, m))
    fc.assert(
      fc.property(near, near, (a, b) => {
        const shared = blockList(a).check(formatIpv4(b.network)) || blockList(b).check(formatIpv4(a.network))
        expect(overlaps(a, b)).toBe(shared)
        expect(overlaps(b, a)).toBe(shared)
      }),
    )
  })
  it('contain all other addresses when one is taken out, in the fewest networks', () => {
    fc.assert(
      fc.property(prefix, address, fc.boolean(), (p, a, anywhere) => {
        const gone = anywhere ? a : p.network + (a % sizeOf(p.mask))
        const rest = without(p, gone)
        expect(summary(contains(p, gone) ? [...rest, prefixOf(gone, 32)] : rest)).toEqual([p])
        expect(rest.some((one) => contains(one, gone))).toBe(false)
        expect(rest.length).toBeLessThanOrEqual(Math.max(1, 32 - p.mask))
        expect(summary(rest)).toHaveLength(rest.length)
      }),
    )
  })
})

/** Networks close together, so that many overlap. */
const crowded = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 4095 }), fc.integer({ min: 18, max: 32 })).map(([a, m]) => prefixOf(0x0a000000 + a, m)),
  { maxLength: 60 },
)

describe('among many prefixes', () => {
  it('the index finds the same overlaps as a comparison with each', () => {
    const anywhere = fc.oneof(
      prefix,
      crowded.map((all) => all[0] ?? prefixOf(0, 0)),
    )
    fc.assert(
      fc.property(crowded, anywhere, (all, one) => {
        const found = new PrefixIndex(all).overlapping(one)
        const expected = all.filter((other) => overlaps(one, other)).toSorted((a, b) => a.network - b.network || a.mask - b.mask)
        expect(found).toEqual(expected)
      }),
      { numRuns: 500 },
    )
  })
  it('the pairs that overlap are those of a comparison of every pair, the wider one first', () => {
    fc.assert(
      fc.property(crowded, (all) => {
        const marked = all.map((p, i) => ({ ...p, i }))
        const key = (pairs: [{ i: number }, { i: number }][]) =>
          pairs
            .map((pair) =>
              pair
                .map((p) => p.i)
                .toSorted((a, b) => a - b)
                .join(' '),
            )
            .toSorted()
        const expected = marked.flatMap((a, i) =>
          marked.slice(i + 1).flatMap((b): [typeof a, typeof a][] => (overlaps(a, b) ? [[a, b]] : [])),
        )
        const pairs = [...overlapping(marked)]
        expect(key(pairs)).toEqual(key(expected))
        for (const [wider, other] of pairs) expect(wider.mask).toBeLessThanOrEqual(other.mask)
      }),
    )
  })
  it('the overlaps with one are found by reading fewer than 100 of ten thousand', () => {
    let looked = 0
    const counted = Array.from({ length: 10_000 }, (_, i) => ({
      get network() {
        looked += 1
        return 0x0a000000 + i * 256
      },
      mask: 24,
    }))
    const index = new PrefixIndex(counted)
    looked = 0
    expect(index.overlapping(parsePrefix('10.7.0.0/23')!)).toHaveLength(2)
    expect(looked).toBeLessThan(100)
  })
  it('their summary contains the same addresses as a BlockList, in networks that neither overlap nor are halves of one', () => {
    fc.assert(
      fc.property(crowded, fc.array(fc.integer({ min: 0, max: 8191 }), { minLength: 20 }), (all, offsets) => {
        const list = new BlockList()
        for (const { network, mask } of all) list.addSubnet(formatIpv4(network), mask)
        const kept = summary(all)
        for (const a of offsets.map((offset) => 0x0a000000 + offset))
          expect(kept.some((p) => contains(p, a))).toBe(list.check(formatIpv4(a)))
        expect([...overlapping(kept)]).toEqual([])
        expect(summary(kept)).toEqual(kept)
        kept.forEach((p, i) => {
          const next = kept[i + 1]
          const parent = prefixOf(p.network, p.mask - 1)
          expect(next?.mask === p.mask && contains(parent, next.network)).toBe(false)
        })
      }),
    )
  })
})

describe('a free prefix', () => {
  const pool = parsePrefix('10.128.0.0/20')!
  const inPool = fc
    .tuple(fc.integer({ min: -512, max: 4096 + 512 }), fc.integer({ min: 18, max: 32 }))
    .map(([a, m]) => prefixOf(pool.network + a, m))

  it('is the lowest one that overlaps nothing, or undefined', () => {
    fc.assert(
      fc.property(fc.array(inPool, { maxLength: 24 }), fc.integer({ min: 20, max: 28 }), (taken, m) => {
        const all = Array.from({ length: sizeOf(20) / sizeOf(m) }, (_, i) => ({ network: pool.network + i * sizeOf(m), mask: m }))
        const lowest = all.find((candidate) => taken.every((t) => !overlaps(candidate, t)))
        expect(freePrefix(pool, m, taken)).toEqual(lowest)
      }),
    )
  })
  it('cannot be wider than its pool', () => expect(freePrefix(pool, 19, [])).toBeUndefined())
  it('is found after thousands of taken ones, in any order', () => {
    const large = parsePrefix('10.0.0.0/8')!
    const taken = Array.from({ length: 4000 }, (_, i) => ({ network: large.network + i * 4096, mask: 20 })).toReversed()
    expect(freePrefix(large, 20, taken)).toEqual({ network: large.network + 4000 * 4096, mask: 20 })
  })
  it('fills a pool to its end without an overlap', () => {
    const taken: Prefix[] = []
    for (let found = freePrefix(pool, 26, taken); found; found = freePrefix(pool, 26, taken)) taken.push(found)
    expect(taken).toHaveLength(64)
    expect(taken.some((a, i) => taken.slice(i + 1).some((b) => overlaps(a, b)))).toBe(false)
  })
})

describe('the addresses of a segment', () => {
  it('leave out the network, the center and the broadcast address', () => {
    const segment = parsePrefix('10.128.0.0/29')!
    expect(formatIpv4(listenerAddress(segment))).toBe('10.128.0.1')
    expect(freeAddresses(segment, new Set(), 5)).toEqual(['10.128.0.2', '10.128.0.3', '10.128.0.4', '10.128.0.5', '10.128.0.6'])
    expect(freeAddresses(segment, new Set(), 6)).toBeUndefined()
    expect(freeAddresses(segment, new Set(['10.128.0.2', '10.128.0.4']), 2)).toEqual(['10.128.0.3', '10.128.0.5'])
    expect(memberAddresses(parsePrefix('10.128.0.0/20')!).count).toBe(4093)
  })
  it('decide how wide a segment must be', () => {
    const bounds = { usual: 20, widest: 16 }
    expect([0, 4093, 4094, 65_533, 65_534].map((members) => maskFor(members, bounds))).toEqual([20, 20, 19, 16, undefined])
  })
})
