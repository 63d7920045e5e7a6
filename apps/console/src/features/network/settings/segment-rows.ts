import type { NetworkMember, NetworkSegment } from '@weft/contract'
import { freePrefix, lastAddress, parsePrefix, type Prefix } from '@weft/net'
import { centersAmong, type Claim, claimOfSegment, conflictsOf, lanOverlapsOf } from '@weft/network-rules'

/** A range of a network, and the first range that it conflicts with or whose addresses it repeats. */
export type SegmentRow = Claim & {
  key: string
  source: NetworkSegment['source']
  against: Claim | undefined
  beside: Claim | undefined
}

const weight = ({ against, beside }: Pick<SegmentRow, 'against' | 'beside'>) => (against ? 2 : beside ? 1 : 0)

/** Returns the first partner of each range in these pairs. */
function partnersIn(pairs: Iterable<readonly [Claim, Claim]>): Map<Claim, Claim> {
  const partners = new Map<Claim, Claim>()
  for (const [wider, inner] of pairs) {
    if (!partners.has(wider)) partners.set(wider, inner)
    if (!partners.has(inner)) partners.set(inner, wider)
  }
  return partners
}

/** Returns all ranges of a network, those with a problem first. */
export function segmentRows(segments: readonly NetworkSegment[], member: readonly NetworkMember[]): SegmentRow[] {
  const centers = centersAmong(member)
  const claims = segments.map((segment) => ({ ...claimOfSegment(segment, centers), source: segment.source }))
  const against = partnersIn(conflictsOf(claims))
  const beside = partnersIn(lanOverlapsOf(claims))
  return claims
    .map((claim, at) => ({ ...claim, key: String(at), against: against.get(claim), beside: beside.get(claim) }))
    .toSorted((a, b) => weight(b) - weight(a))
}

/** The private ranges, in which nearly all networks lie. */
const privateRanges = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'].map((text) => parsePrefix(text)!)

/** A part of a bar, in shares of its width. */
interface BarPart {
  key: string
  from: number
  width: number
  twice: boolean
}
export interface RangeBar {
  range: Prefix
  parts: BarPart[]
  used: number
  twice: number
  /** The share of its addresses that nothing uses, in percent. */
  free: number
}

const sizeOf = (prefix: Prefix): number => lastAddress(prefix) - prefix.network + 1

/** Returns a bar for each private range in use. What is used twice counts once. */
export const rangeBars = (rows: readonly SegmentRow[]): RangeBar[] =>
  privateRanges.flatMap((range) => {
    const inside = rows.filter((row) => row.network >= range.network && lastAddress(row) <= lastAddress(range))
    if (inside.length === 0) return []
    const size = sizeOf(range)
    let last = -1
    let covered = 0
    for (const row of inside.toSorted((a, b) => a.network - b.network || a.mask - b.mask)) {
      covered += Math.max(0, lastAddress(row) - Math.max(last, row.network - 1))
      last = Math.max(last, lastAddress(row))
    }
    return [
      {
        range,
        parts: inside.map((row) => ({
          key: row.key,
          from: (row.network - range.network) / size,
          width: sizeOf(row) / size,
          twice: weight(row) > 0,
        })),
        used: inside.length,
        twice: inside.filter((row) => weight(row) > 0).length,
        free: Math.floor((1 - covered / size) * 100),
      },
    ]
  })

/** Returns the lowest /24 of the usual range of LANs that nothing uses; undefined if none is left. */
export const nextFreeLan = (rows: readonly SegmentRow[]): Prefix | undefined => freePrefix(privateRanges[2]!, 24, rows)
