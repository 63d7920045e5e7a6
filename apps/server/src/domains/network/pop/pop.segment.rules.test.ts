import { contains, overlaps, parsePrefix, type Prefix } from '@weft/net'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { allocateAreas } from './pop.segment.rules.ts'

const read = (text: string): Prefix => parsePrefix(text)!
const few = { hardware: 10, software: 10 }

it('each area gets a /20 for hardware inside one common segment and a /20 for software, and the POPs share a /24', () => {
  expect(allocateAreas(3, few, [], [])).toEqual({
    segment: '10.128.0.0/18',
    other_segment: '10.128.112.0/24',
    areas: [
      { router_segment: '10.128.0.0/20', software_segment: '10.128.64.0/20' },
      { router_segment: '10.128.16.0/20', software_segment: '10.128.80.0/20' },
      { router_segment: '10.128.32.0/20', software_segment: '10.128.96.0/20' },
    ],
  })
  expect(allocateAreas(1, few, [], []).segment).toBe('10.128.0.0/20')
})

it('the segments of each area are wide enough for all members', () => {
  const { segment, areas } = allocateAreas(2, { hardware: 5000, software: 20_000 }, [], [])
  expect(segment).toBe('10.128.0.0/18')
  expect(areas[0]).toMatchObject({ router_segment: '10.128.0.0/19', software_segment: '10.128.128.0/17' })
})

it('segments avoid the networks that members route to, unless no other room is left', () => {
  expect(allocateAreas(1, few, [], [read('10.128.0.0/10')]).segment).toBe('10.192.0.0/20')
  expect(allocateAreas(1, few, [], [read('10.0.0.0/8')]).segment).toBe('10.128.0.0/20')
})

it('an allocation is refused when no room is left', () => {
  expect(() => allocateAreas(1, few, [read('10.128.0.0/9')], [])).toThrow('No interconnect segment is left')
  expect(() => allocateAreas(1, { hardware: 70_000, software: 0 }, [], [])).toThrow('No interconnect segment is left')
})

it('allocated segments never overlap taken ones or each other', () => {
  const taken = fc.array(
    fc.record({ network: fc.integer({ min: 0, max: 2 ** 11 - 1 }), mask: fc.integer({ min: 14, max: 24 }) }).map(({ network, mask }) => {
      const address = read('10.128.0.0/9').network + network * 4096
      return { network: address - (address % 2 ** (32 - mask)), mask }
    }),
    { maxLength: 30 },
  )
  fc.assert(
    fc.property(taken, fc.integer({ min: 1, max: 50 }), (held, count) => {
      const { segment, other_segment, areas } = allocateAreas(count, few, held, [])
      const made = [segment, other_segment, ...areas.map((area) => area.software_segment)].map(read)
      for (const [i, one] of made.entries()) {
        expect(held.filter((other) => overlaps(one, other))).toEqual([])
        expect(made.slice(i + 1).filter((other) => overlaps(one, other))).toEqual([])
      }
      const parts = areas.map((area) => read(area.router_segment))
      for (const [i, part] of parts.entries()) {
        expect(contains(made[0]!, part.network)).toBe(true)
        expect(parts.slice(i + 1).filter((other) => overlaps(part, other))).toEqual([])
      }
    }),
  )
})
