import { formatPrefix, type Groups, overlapping } from '@weft/net'
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

/**
 * The groups within which all ranges tolerate each other, so that thousands of equal LANs are not compared pair by pair. Ranges of two
 * groups that meet may still tolerate each other.
 */
const groups: Groups<Claim> = {
  of: ({ network_name, purpose, owner, shared }) => {
    if (network_name !== undefined) return isRoute({ purpose }) ? ELSEWHERE.routes : shared ? ELSEWHERE.shared : ELSEWHERE.segments
    if (purpose === 'lan') return LAN
    return isRoute({ purpose }) ? `prefixes of ${owner}` : SEGMENTS
  },
  meet(a, b) {
    if (a === b) return a === SEGMENTS
    if (isElsewhere(a) && isElsewhere(b)) return false
    if (a === LAN || b === LAN) return [SEGMENTS, ELSEWHERE.shared].includes(a === LAN ? b : a)
    return !(a === ELSEWHERE.segments && b !== SEGMENTS) && !(b === ELSEWHERE.segments && a !== SEGMENTS)
  },
}
const LAN = 'LANs that devices report'
const SEGMENTS = 'segments'
const ELSEWHERE = { routes: 'routes elsewhere', segments: 'segments elsewhere', shared: 'shared segments elsewhere' }
const isElsewhere = (group: string) => Object.values(ELSEWHERE).includes(group)

/** Finds the pairs that overlap but may not, the wider range of each first, in the order of addresses. */
export function* conflictsOf<T extends Claim>(claims: readonly T[]): Generator<[T, T]> {
  for (const pair of overlapping(claims, groups)) if (!tolerated(...pair)) yield pair
}

/** Returns whether one of two routes is the LAN that a device reports, and the other one a prefix or a LAN of another member of the network. */
export const isLanBeside = (a: Claim, b: Claim): boolean =>
  [a, b].every((claim) => isRoute(claim) && claim.network_name === undefined) &&
  a.owner !== b.owner &&
  (a.purpose === 'lan' || b.purpose === 'lan')

/**
 * Finds the pairs in which the LAN that a device reports overlaps a prefix or a LAN of another member of the network: allowed, but
 * traffic to the one goes to the other. The wider range of each comes first.
 */
export function* lanOverlapsOf<T extends Claim>(claims: readonly T[]): Generator<[T, T]> {
  const routes = claims.filter((claim) => isRoute(claim) && claim.network_name === undefined)
  for (const pair of overlapping(routes)) if (isLanBeside(...pair)) yield pair
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

/** Finds the ranges that overlap but may not after a change; in each pair the one that the change brought comes first. */
export function* conflictsAfter<T extends Claim>(before: readonly Claim[], after: readonly T[]): Generator<Conflict<T>> {
  let known: Set<string> | undefined
  let had: Set<string> | undefined
  for (const pair of conflictsOf(after)) {
    known ??= new Set([...conflictsOf(before)].map(pairKey))
    had ??= new Set(before.map(keyOf))
    const [claim, other] = had.has(keyOf(pair[0])) ? pair.toReversed() : pair
    yield { claim: claim!, other: other!, known: known.has(pairKey(pair)) }
  }
}

export const overlapProblem = (claim: Claim, other: Claim): Problem => ({ code: 'segmentOverlap', with: { claim, other } })

/**
 * Returns the first overlap that a change brings, undefined if it brings none. An overlap that existed before, with a device's new LAN
 * for instance, does not block other changes.
 */
export function overlapAfter(before: readonly Claim[], after: readonly Claim[]): Problem | undefined {
  for (const { claim, other, known } of conflictsAfter(before, after)) if (!known) return overlapProblem(claim, other)
  return undefined
}
