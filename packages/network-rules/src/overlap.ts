import { formatPrefix, overlapping } from '@weft/net'
import { type Claim, isRoute } from './claim.ts'
import type { Problem } from './problem.ts'

/** Returns whether two ranges may overlap each other. */
export function tolerated(a: Claim, b: Claim): boolean {
  if (a.network_name !== undefined && b.network_name !== undefined) return true
  if (isRoute(a) !== isRoute(b)) {
    const segment = isRoute(a) ? b : a
    // A segment of another network conflicts with a route only if a device is in both networks.
    return segment.network_name !== undefined && segment.shared !== true
  }
  if (!isRoute(a)) return false
  if (a.purpose === 'lan' || b.purpose === 'lan') return true
  // The same LAN, announced more than once, or to each of the device's networks.
  if (a.owner === b.owner) return true
  // A deliberate pair of centers announces the same prefix (docs/design/domain.md §3).
  return a.center === true && b.center === true && a.network === b.network && a.mask === b.mask
}

/** Returns the pairs that overlap but may not, the wider range of each first, in the order of addresses. */
export const conflictsOf = <T extends Claim>(claims: readonly T[]): [T, T][] =>
  overlapping(claims).filter(([wider, inner]) => !tolerated(wider, inner))

/**
 * Returns the pairs in which the LAN that a device reports overlaps a prefix or a LAN of another member of the network: allowed, but
 * traffic to the one goes to the other. The wider range of each comes first.
 */
export const lanOverlapsOf = <T extends Claim>(claims: readonly T[]): [T, T][] => {
  const routes = claims.filter((claim) => isRoute(claim) && claim.network_name === undefined)
  return overlapping(routes).filter(([a, b]) => a.owner !== b.owner && (a.purpose === 'lan' || b.purpose === 'lan'))
}

const keyOf = ({ network_name = '', purpose, owner, ...prefix }: Claim) => `${network_name} ${purpose} ${owner} ${formatPrefix(prefix)}`
const pairKey = (pair: readonly [Claim, Claim]) => pair.map(keyOf).toSorted().join('|')

/** A range that overlaps another but may not. */
export interface Conflict<T extends Claim = Claim> {
  claim: T
  other: T
  /** True if both overlapped before the change, so that other changes remain allowed. */
  known: boolean
}

/** Returns the ranges that overlap but may not after a change; in each pair the one that the change brought comes first. */
export function conflictsAfter<T extends Claim>(before: readonly Claim[], after: readonly T[]): Conflict<T>[] {
  const conflicts = conflictsOf(after)
  if (conflicts.length === 0) return []
  const known = new Set(conflictsOf(before).map(pairKey))
  const had = new Set(before.map(keyOf))
  return conflicts.map((pair) => {
    const [claim, other] = had.has(keyOf(pair[0])) ? pair.toReversed() : pair
    return { claim: claim!, other: other!, known: known.has(pairKey(pair)) }
  })
}

export const overlapProblem = (claim: Claim, other: Claim): Problem => ({ code: 'segmentOverlap', with: { claim, other } })

/**
 * Returns the first overlap that a change brings, undefined if it brings none. An overlap that existed before, with a device's new LAN
 * for instance, does not block other changes.
 */
export function overlapAfter(before: readonly Claim[], after: readonly Claim[]): Problem | undefined {
  const fresh = conflictsAfter(before, after).find(({ known }) => !known)
  return fresh && overlapProblem(fresh.claim, fresh.other)
}
