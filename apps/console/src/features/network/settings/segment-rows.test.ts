import type { NetworkSegment } from '@weft/contract'
import { formatPrefix } from '@weft/net'
import { expect, it } from 'vitest'
import { nextFreeLan, rangeBars, segmentRows } from './segment-rows.ts'

const lan = (owner: string, third: number, mask = 24): NetworkSegment => ({
  purpose: 'prefix',
  owner,
  ip: `192.168.${third}.0`,
  mask,
  source: 'edited',
})

it('a bar shows each private range in use, and what is used twice counts once', () => {
  const rows = segmentRows([lan('A', 0), lan('B', 0), lan('C', 1), { ...lan('D', 0), ip: '8.8.8.0' }], [])
  const [bar, ...others] = rangeBars(rows)
  expect(others).toEqual([])
  expect(bar).toMatchObject({ used: 3, free: 99 })
  expect(bar!.parts.map(({ from, width }) => [from * 256, width * 256]).toSorted(([a], [b]) => a! - b!)).toEqual([
    [0, 1],
    [0, 1],
    [1, 1],
  ])
})

it('the next free LAN is the lowest that nothing touches', () => {
  expect(formatPrefix(nextFreeLan(segmentRows([lan('A', 0, 23), lan('B', 3)], []))!)).toBe('192.168.2.0/24')
  expect(formatPrefix(nextFreeLan([])!)).toBe('192.168.0.0/24')
  expect(nextFreeLan(segmentRows([lan('A', 0, 16)], []))).toBeUndefined()
})
