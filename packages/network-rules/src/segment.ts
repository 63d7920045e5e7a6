import { plain, type SegmentInput } from '@weft/contract'
import { formatPrefix, memberAddresses, overlaps, parseIpv4, type Prefix, prefixOf, sizeOf } from '@weft/net'
import type { Claim } from './claim.ts'
import { conflictsAfter, overlapProblem } from './overlap.ts'
import { networkNumber } from './prefix.ts'
import type { Problem } from './problem.ts'

/** Returns a typed segment as a range of addresses, undefined while it cannot be read. */
export function typedSegment(gateway: string, mask: number | null): Prefix | undefined {
  const address = parseIpv4(plain(gateway))
  return address === undefined || mask === null ? undefined : prefixOf(address, mask)
}

/**
 * Returns the first forbidden overlap of a segment, a new one before a known one, or undefined. `known`: it existed before and may stay.
 * @param was the segment before it was edited
 */
export function segmentConflict(
  claim: Claim,
  was: Claim | undefined,
  others: readonly Claim[],
): { problem: Problem; known: boolean } | undefined {
  const own = [...conflictsAfter([...others, ...(was ? [was] : [])], [...others, claim])].filter(
    (pair) => pair.claim === claim || pair.other === claim,
  )
  const first = own.find(({ known }) => !known) ?? own[0]
  return first && { problem: overlapProblem(claim, first.claim === claim ? first.other : first.claim), known: first.known }
}

/** Returns the problem of a segment whose address is not the network number of its mask, undefined where it is. */
export const notNetworkProblem = ({ gateway, mask }: SegmentInput): Problem | undefined =>
  networkNumber(gateway, mask) === gateway ? undefined : { code: 'segmentNotNetwork', with: { segment: gateway, mask } }

/** Returns the problem of a segment that has fewer addresses for members than are needed. */
export function tooSmallProblem(segment: Prefix, needed: number): Problem | undefined {
  const { count: room } = memberAddresses(segment)
  return needed > room ? { code: 'segmentTooSmall', with: { segment: formatPrefix(segment), room, needed } } : undefined
}

/** Returns the first segment from `free` on that overlaps none of the others. */
export function freeBeside(free: Prefix, others: readonly Prefix[]): Prefix {
  let { network } = free
  while (others.some((other) => overlaps({ network, mask: free.mask }, other))) network += sizeOf(free.mask)
  return { network, mask: free.mask }
}
