import { contains, overlaps, parseIpv4, parsePrefix } from '@weft/net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Seat } from './network.rules.ts'
import { allocateLinks, allocateSegments } from './network.segment.rules.ts'

const points = (hardware: number, software: number): Seat[] => [
  ...Array.from({ length: hardware }, (_, i) => ({ router_name: `SN${i}`, router_type: 1 as const, member_type: 'point' as const })),
  ...Array.from({ length: software }, (_, i) => ({ router_name: `user${i}@sign`, router_type: 2 as const, member_type: 'point' as const })),
]
const names = (count: number) => Array.from({ length: count }, (_, i) => `HUB${i}`)
const all = (centers: { router_segment: string; software_segment: string }[]) =>
  centers.flatMap((c) => [c.router_segment, c.software_segment])

describe('the segments of new hubs', () => {
  it('are two each, from 10.128.0.0/9, and overlap neither each other nor what is taken', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(2047), { maxLength: 40 }), fc.integer({ min: 1, max: 8 }), (blocks, count) => {
        const taken = blocks.map((block) => `10.${128 + (block >> 4)}.${(block & 15) << 4}.0/20`)
        const made = all(allocateSegments(names(count), points(3, 3), taken)).map((text) => parsePrefix(text)!)
        expect(made).toHaveLength(count * 2)
        const pool = parsePrefix('10.128.0.0/9')!
        expect(made.every((p) => p.mask === 20 && contains(pool, p.network))).toBe(true)
        const others = taken.map((text) => parsePrefix(text)!)
        expect(made.some((p, i) => [...others, ...made.slice(i + 1)].some((q) => overlaps(p, q)))).toBe(false)
      }),
    )
  })
  it('are wider where the hub starts with more points than a /20 holds', () => {
    expect(all(allocateSegments(['HUB'], points(4093, 4094), []))).toEqual(['10.128.0.0/20', '10.128.32.0/19'])
  })
  it('run out after 1,024 hubs', () => {
    const taken = all(allocateSegments(names(1024), [], []))
    expect(() => allocateSegments(['HUB'], [], taken)).toThrow(expect.objectContaining({ reason: 'segmentsExhausted' }))
  })
})

describe('the links to a hub', () => {
  const center = { router_name: 'HUB', router_segment: '10.128.0.0/29', software_segment: '10.128.16.0/29' }

  it('have addresses of their own, inside the segment of the point’s kind', () => {
    const links = allocateLinks(center, points(5, 4), new Set(['10.128.16.2']))
    expect(new Set(links.map((l) => l.vpn_ip)).size).toBe(9)
    for (const { router_name, vpn_ip } of links) {
      const segment = parsePrefix(router_name.startsWith('SN') ? center.router_segment : center.software_segment)!
      expect(contains(segment, parseIpv4(vpn_ip)!)).toBe(true)
      expect(['10.128.0.0', '10.128.0.1', '10.128.0.7', '10.128.16.2']).not.toContain(vpn_ip)
    }
  })
  it('name the segment that has no room for them', () => {
    const full = (segment: string) => expect.objectContaining({ reason: 'segmentFull', params: { segment } })
    expect(() => allocateLinks(center, points(6, 0), new Set())).toThrow(full('10.128.0.0/29'))
    expect(() => allocateLinks(center, points(0, 5), new Set(['10.128.16.6']))).toThrow(full('10.128.16.0/29'))
  })
})
