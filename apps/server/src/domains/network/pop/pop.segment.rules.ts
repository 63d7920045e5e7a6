import { SEGMENT_MASK, SEGMENT_POOL } from '@weft/contract'
import { formatPrefix, freePrefix, maskFor, parseIpv4, type Prefix, sizeOf } from '@weft/net'
import { Refusal } from '../../../kernel/refusal.ts'

const pool: Prefix = { network: parseIpv4(SEGMENT_POOL.network)!, mask: SEGMENT_POOL.mask }
/** Mask of the widest interconnect segment (docs/design/domain.md §3). */
const WIDEST = 16
/** Mask of the segment that the POPs use among themselves. */
const OTHER_MASK = 24

/** The segments of a POP resource, written `10.128.0.0/20`. */
export interface ResourceSegments {
  /** The range from which the areas' hardware segments are cut. */
  segment: string
  other_segment: string
  areas: { router_segment: string; software_segment: string }[]
}

/** The numbers of members; each area must have room for all of them. */
export interface Crowd {
  hardware: number
  software: number
}

/**
 * Returns the lowest free segments for `count` areas.
 * @param taken every segment of the account, and of the POPs themselves
 * @param routes prefixes and LANs, avoided as long as there is room elsewhere: a network may announce the whole pool
 * @throws segmentsExhausted
 */
export function allocateAreas(count: number, crowd: Crowd, taken: readonly Prefix[], routes: readonly Prefix[]): ResourceSegments {
  const found = allocate(count, crowd, [...taken, ...routes]) ?? allocate(count, crowd, taken)
  if (!found) throw new Refusal('segmentsExhausted')
  return found
}

function allocate(count: number, { hardware, software }: Crowd, taken: readonly Prefix[]): ResourceSegments | undefined {
  const masks = [hardware, software].map((members) => maskFor(members, { usual: SEGMENT_MASK, widest: WIDEST }))
  const [router, soft] = masks
  if (router === undefined || soft === undefined) return undefined
  const used = [...taken]
  const next = (mask: number): Prefix | undefined => {
    const prefix = freePrefix(pool, mask, used)
    if (prefix) used.push(prefix)
    return prefix
  }
  const segment = next(router - Math.ceil(Math.log2(count)))
  const softwares = Array.from({ length: count }, () => next(soft))
  const other = next(OTHER_MASK)
  if (!segment || !other || softwares.includes(undefined)) return undefined
  return {
    segment: formatPrefix(segment),
    other_segment: formatPrefix(other),
    areas: softwares.map((software_segment, i) => ({
      router_segment: formatPrefix({ network: segment.network + i * sizeOf(router), mask: router }),
      software_segment: formatPrefix(software_segment!),
    })),
  }
}
