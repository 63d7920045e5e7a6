import { contains, formatPrefix, lastAddress, overlaps, parsePrefix, type Prefix, prefixOf } from '@weft/net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FreeLans } from './free-lans.ts'

const of = (...texts: string[]): Prefix[] => texts.map((text) => parsePrefix(text)!)
const found = (lans: FreeLans, mask: number, near?: string) => {
  const prefix = lans.next(mask, near === undefined ? undefined : parsePrefix(near)!)
  return prefix && formatPrefix(prefix)
}
const blocks = of('192.168.0.0/16', '10.0.0.0/8', '172.16.0.0/12')
/** Prefixes mostly in one small range, so that they meet. */
const prefix = fc
  .tuple(fc.constantFrom(0xc0_a8_00_00, 0x0a_00_00_00, 0xac_10_00_00, 0x08_08_00_00), fc.nat(0xff_ff), fc.integer({ min: 12, max: 32 }))
  .map(([base, inside, mask]) => prefixOf(base + inside, mask))

describe('free LANs', () => {
  it('follow the neighbour, and fill a hole before they go further', () => {
    const rows = of('192.168.65.0/24', '192.168.66.0/24', '192.168.68.0/24')
    const lans = new FreeLans(rows, rows)
    expect([found(lans, 24, '192.168.66.0/24'), found(lans, 24, '192.168.66.0/24')]).toEqual(['192.168.67.0/24', '192.168.69.0/24'])
  })
  it('follow the last LAN of the fullest /16 of the other sites', () => {
    const sites = of('10.9.0.0/24', '192.168.10.0/24', '192.168.12.0/24')
    expect(found(new FreeLans(sites, sites), 24)).toBe('192.168.13.0/24')
    expect(found(new FreeLans(sites, sites), 22)).toBe('192.168.16.0/22')
  })
  it('begin in front when the end of the /16 is reached, and go on in the next block when it is full', () => {
    expect(found(new FreeLans(of('192.168.255.0/24'), of('192.168.255.0/24')), 24)).toBe('192.168.0.0/24')
    expect(found(new FreeLans(of('192.168.0.0/16'), of('192.168.255.0/24')), 24)).toBe('10.0.0.0/24')
    expect(found(new FreeLans(blocks, []), 24)).toBeUndefined()
  })
  it('stay away from public addresses, even beside a site that has them', () => {
    expect(found(new FreeLans([], of('203.0.113.0/24')), 24, '203.0.113.0/24')).toBe('192.168.0.0/24')
  })
  it('are free, private, as long as asked, and never given twice', () => {
    fc.assert(
      fc.property(
        fc.array(prefix, { maxLength: 20 }),
        fc.array(prefix, { maxLength: 5 }),
        fc.array(fc.record({ mask: fc.integer({ min: 12, max: 32 }), near: fc.option(prefix, { nil: undefined }) }), { maxLength: 8 }),
        (taken, siblings, asked) => {
          const lans = new FreeLans(taken, siblings)
          const given: Prefix[] = []
          for (const { mask, near } of asked) {
            const free = lans.next(mask, near)
            if (!free) continue
            expect(free.mask).toBe(mask)
            expect(free).toEqual(prefixOf(free.network, mask))
            expect(blocks.some((block) => contains(block, free.network) && contains(block, lastAddress(free)))).toBe(true)
            expect([...taken, ...given].filter((other) => overlaps(other, free))).toEqual([])
            given.push(free)
          }
        },
      ),
      { numRuns: 500 },
    )
  })
  it('are found in the /16 of the neighbour whenever it has room', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(255), { maxLength: 255 }), fc.nat(255), (used, neighbour) => {
        const taken = used.map((third) => prefixOf(0xc0_a8_00_00 + third * 256, 24))
        const free = new FreeLans(taken, []).next(24, prefixOf(0xc0_a8_00_00 + neighbour * 256, 24))
        const left = Array.from({ length: 256 }, (_, third) => third).filter((third) => !used.includes(third))
        const expected = left.find((third) => third > neighbour) ?? left[0]
        expect(free).toEqual(prefixOf(expected === undefined ? 0x0a_00_00_00 : 0xc0_a8_00_00 + expected * 256, 24))
      }),
    )
  })
})
