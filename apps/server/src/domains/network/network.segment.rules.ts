import { SEGMENT_MASK, SEGMENT_POOL } from '@weft/contract'
import { formatPrefix, freeAddresses, freePrefix, maskFor, parseIpv4, parsePrefix, type Prefix } from '@weft/net'
import { Refusal } from '../../kernel/refusal.ts'
import type { Seat } from './network.rules.ts'

/** A center's two interconnect segments, written `10.128.0.0/20`. */
export interface CenterSegments {
  router_name: string
  router_segment: string
  software_segment: string
}

/** The tunnel of a point to a center and the point's address in it. */
export interface Link {
  center_router_name: string
  router_name: string
  vpn_ip: string
}

const pool: Prefix = { network: parseIpv4(SEGMENT_POOL.network)!, mask: SEGMENT_POOL.mask }
/** An interconnect segment may be widened this far (domain.md §3). */
const WIDEST = 16

const prefix = (text: string): Prefix => {
  const parsed = parsePrefix(text)
  if (!parsed) throw new Error(`not a segment: ${text}`)
  return parsed
}

/**
 * Two segments for each new center: the lowest free ones, /20, or as wide as the points need that it starts with.
 * @param taken every segment of the account
 * @throws segmentsExhausted
 */
export function allocateSegments(centers: readonly string[], points: readonly Seat[], taken: readonly string[]): CenterSegments[] {
  const used = taken.map(prefix)
  const allocate = (members: number): string => {
    const mask = maskFor(members, { usual: SEGMENT_MASK, widest: WIDEST })
    const found = mask === undefined ? undefined : freePrefix(pool, mask, used)
    if (!found) throw new Refusal('segmentsExhausted')
    used.push(found)
    return formatPrefix(found)
  }
  const hardware = points.filter((point) => point.router_type === 1).length
  return centers.map((router_name) => ({
    router_name,
    router_segment: allocate(hardware),
    software_segment: allocate(points.length - hardware),
  }))
}

/**
 * An address for each point in a center's segment for its kind.
 * @param taken addresses of the center's present points
 * @throws segmentFull, naming the segment
 */
export function allocateLinks(center: CenterSegments, points: readonly Seat[], taken: ReadonlySet<string>): Link[] {
  return ([1, 2] as const).flatMap((router_type) => {
    const segment = router_type === 1 ? center.router_segment : center.software_segment
    const kind = points.filter((point) => point.router_type === router_type)
    const addresses = freeAddresses(prefix(segment), taken, kind.length)
    if (!addresses) throw new Refusal('segmentFull', { segment })
    return kind.map(({ router_name }, i) => ({ center_router_name: center.router_name, router_name, vpn_ip: addresses[i]! }))
  })
}
