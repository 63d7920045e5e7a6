import { formatIpv4, formatPrefix, overlaps, parseIpv4, PrefixIndex, sizeOf, type Prefix } from '@weft/net'
import { textNow } from '@weft/ui'
import { type Claim, overlapText, tolerated, typedPrefix } from './claims.ts'
import * as text from './segment.text.ts'

/** A segment in a form: nothing, half of it, or the whole. */
export interface TypedSegment {
  gateway: string
  mask: number | null
}

export interface SegmentProblem {
  msg: string
  /** What was meant, most likely. */
  fixed?: string
  overlaps?: Claim
}

/**
 * What is wrong with a segment that was typed, beyond its form: its address is not the first of the network, or it overlaps another.
 * @param others all else that takes addresses
 */
export function segmentProblem(
  { gateway, mask }: TypedSegment,
  own: Pick<Claim, 'purpose' | 'owner'>,
  others: readonly Claim[],
  centers: ReadonlySet<string>,
): SegmentProblem | undefined {
  const network = typedPrefix(gateway, mask)
  if (!network || mask === null) return undefined
  const typed = gateway.trim()
  if (parseIpv4(typed) !== network.network) {
    const fixed = formatIpv4(network.network)
    return { msg: textNow(text).notNetwork(typed, mask), fixed }
  }
  const claim = { ...own, ...network }
  const other = new PrefixIndex(others).overlapping(network).find((one) => !tolerated(claim, one, centers))
  return other && { msg: overlapText(other), overlaps: other }
}

/** The first free segment from the server's on that is not typed elsewhere in the form. */
export function freeBeside(free: Prefix, others: readonly Claim[]): string {
  let { network } = free
  while (others.some((other) => overlaps({ network, mask: free.mask }, other))) network += sizeOf(free.mask)
  return formatPrefix({ network, mask: free.mask })
}
