import { type SegmentPurpose, type segmentSources, SEGMENT_MASK, SEGMENT_POOL } from '@weft/contract'
import { endsOf, type NetworkFacts, type NetworkIntent, type NetworkSettings } from '@weft/member-config'
import { contains, formatIpv4, formatPrefix, lastAddress, parseIpv4, parsePrefix, type Prefix } from '@weft/net'
import { Refusal } from '../../../kernel/refusal.ts'
import { claimText } from './claim.text.ts'

/** A range of addresses that something of a network takes. */
export interface Claim {
  purpose: SegmentPurpose
  /** A member, a POP area, or '' for the network itself. */
  owner: string
  prefix: Prefix
  source: (typeof segmentSources)[number]
  /** The other network of the account that takes it, '' where the caller may not see which; undefined for this one. */
  network?: string
  /** Of a segment of another network: whether a device is in both, on which what they reach must not overlap. */
  shared?: boolean
  /** Of a prefix: whether a center announces it. */
  center?: boolean
}

/** What else takes addresses: known from the account and the devices. */
export interface Surroundings {
  /** Segments of the account's other networks and POP resources, and the prefixes of those that share a device with this one. */
  others: readonly Claim[]
  /** What devices report of their LANs. */
  lans: readonly Claim[]
  /** The segments of the POP resource that the network uses. */
  pop: { segment: string; other_segment: string } | undefined
}

const segmentOf = (text: string): Prefix => {
  const parsed = parsePrefix(text)
  if (!parsed) throw new Error(`not a segment: ${text}`)
  return parsed
}

const pool = segmentOf(`${SEGMENT_POOL.network}/${SEGMENT_POOL.mask}`)
/** Whether a segment looks as the server makes them. */
const allocated = (prefix: Prefix) => prefix.mask <= SEGMENT_MASK && prefix.network >= pool.network && prefix.network <= lastAddress(pool)

/** Everything that takes addresses in this network, in the order in which it is shown. */
export function claimsOf(
  settings: NetworkSettings,
  facts: NetworkFacts,
  { lans, pop: resource }: Pick<Surroundings, 'lans' | 'pop'>,
): Claim[] {
  const claims: Claim[] = []
  const add = (purpose: SegmentPurpose, owner: string, text: string, source?: Claim['source']) => {
    const prefix = segmentOf(text)
    claims.push({ purpose, owner, prefix, source: source ?? (allocated(prefix) ? 'allocated' : 'edited') })
  }
  for (const [name, { center }] of Object.entries(settings.members)) {
    // A center of a draft has no segments yet.
    if (center?.router_segment) add('center_hardware', name, center.router_segment)
    if (center?.software_segment) add('center_software', name, center.software_segment)
  }
  if (settings.center_link.segment) add('center_link', '', settings.center_link.segment)
  if (resource) {
    add('pop', '', resource.segment, 'operator')
    for (const { area, software_segment } of Object.values(facts.areas)) add('pop_software', area, software_segment, 'operator')
    add('other', '', resource.other_segment, 'operator')
  }
  for (const [name, { prefix, member_type }] of Object.entries(settings.members))
    for (const rule of prefix)
      if (rule.permission === 'permit')
        claims.push({
          purpose: 'prefix',
          owner: name,
          prefix: { network: parseIpv4(rule.ip)!, mask: rule.mask },
          source: 'edited',
          center: member_type === 'center',
        })
  return [...claims, ...lans.filter((lan) => settings.members[lan.owner] !== undefined)]
}

const isRoute = ({ purpose }: Claim) => purpose === 'prefix' || purpose === 'lan'

/** Whether two ranges that overlap may. */
function tolerated(a: Claim, b: Claim): boolean {
  if (a.network !== undefined && b.network !== undefined) return true
  if (isRoute(a) !== isRoute(b)) {
    const segment = isRoute(a) ? b : a
    // Where no device is in both networks, a segment stands in the way of segments alone.
    return segment.network !== undefined && segment.shared !== true
  }
  if (!isRoute(a)) return false
  if (a.purpose === 'lan' || b.purpose === 'lan') return true
  // One LAN, announced more than once, or to each of the device's networks.
  if (a.owner === b.owner) return true
  // A deliberate pair of centers announces the same prefix (domain.md §3).
  return a.center === true && b.center === true && a.prefix.network === b.prefix.network && a.prefix.mask === b.prefix.mask
}

/**
 * The pairs that overlap and may not. Networks are nested or apart, so one sorted pass with the stack of those that are open finds
 * them all.
 */
export function conflictsOf(claims: readonly Claim[]): [Claim, Claim][] {
  const sorted = claims.toSorted((a, b) => a.prefix.network - b.prefix.network || a.prefix.mask - b.prefix.mask)
  const open: Claim[] = []
  const conflicts: [Claim, Claim][] = []
  for (const claim of sorted) {
    while (open.length > 0 && lastAddress(open.at(-1)!.prefix) < claim.prefix.network) open.pop()
    for (const wider of open) if (!tolerated(wider, claim)) conflicts.push([wider, claim])
    open.push(claim)
  }
  return conflicts
}

const keyOf = ([a, b]: [Claim, Claim]) =>
  [a, b]
    .map((claim) => `${claim.network ?? ''} ${claim.purpose} ${claim.owner} ${formatPrefix(claim.prefix)}`)
    .toSorted()
    .join('|')

/**
 * A change may not make addresses overlap that did not before. What overlaps already, a device's new LAN for instance, does not
 * stand in the way of other changes.
 * @throws segmentOverlap, naming the other owner
 */
export function refuseOverlaps(before: readonly Claim[], after: readonly Claim[]): void {
  const conflicts = conflictsOf(after)
  if (conflicts.length === 0) return
  const known = new Set(conflictsOf(before).map(keyOf))
  const fresh = conflicts.find((pair) => !known.has(keyOf(pair)))
  if (!fresh) return
  const had = new Set(before.map((claim) => keyOf([claim, claim])))
  // The one that is new is the one that somebody typed.
  const [one, other] = had.has(keyOf([fresh[0], fresh[0]])) ? [fresh[1], fresh[0]] : fresh
  throw new Refusal('segmentOverlap', {
    segment: formatPrefix(one.prefix),
    what: claimText(one),
    owner: claimText(other),
    other: formatPrefix(other.prefix),
  })
}

/**
 * Where tunnels end may lie in a prefix, which goes around it, but in no segment of the network (decision 047). What lies in one
 * already, because a center moved, does not stand in the way of other changes.
 * @throws segmentHoldsEnd
 */
export function refuseEnds(before: NetworkIntent, after: NetworkIntent, around: Pick<Surroundings, 'pop'>): void {
  const held = ({ settings, facts }: NetworkIntent) => {
    const segments = claimsOf(settings, facts, { lans: [], pop: around.pop }).filter((claim) => !isRoute(claim))
    return endsOf({ settings, facts }).flatMap((end) =>
      segments
        .filter(({ prefix }) => contains(prefix, end.address))
        .map((claim) => ({ claim, end, key: `${end.address} ${formatPrefix(claim.prefix)}` })),
    )
  }
  const now = held(after)
  const known = new Set(now.length > 0 ? held(before).map(({ key }) => key) : [])
  const fresh = now.find(({ key }) => !known.has(key))
  if (!fresh) return
  const { claim, end } = fresh
  throw new Refusal('segmentHoldsEnd', {
    segment: formatPrefix(claim.prefix),
    what: claimText(claim),
    owner: end.owner,
    address: formatIpv4(end.address),
  })
}
