import { type NetworkSegment, SEGMENT_MASK, SEGMENT_POOL, type SegmentPurpose } from '@weft/contract'
import type { End, NetworkFacts, NetworkSettings } from '@weft/member-config'
import { contains, formatPrefix, lastAddress, parseIpv4, parsePrefix, type Prefix } from '@weft/net'
import { type Claim, isRoute } from './claim.ts'
import type { Problem } from './problem.ts'

/** A claim with its source. */
export interface SourcedClaim extends Claim {
  readonly source: NetworkSegment['source']
}

/** All else that uses addresses, known from the account and the devices. */
export interface Surroundings {
  /** Segments of the account's other networks and POP resources, and the prefixes of those that share a device with this one. */
  others: readonly SourcedClaim[]
  /** The LANs that devices report. */
  lans: readonly SourcedClaim[]
  /** The segments of the POP resource that the network uses. */
  pop: { segment: string; other_segment: string } | undefined
}

const segmentOf = (text: string): Prefix => {
  const parsed = parsePrefix(text)
  if (!parsed) throw new Error(`not a segment: ${text}`)
  return parsed
}

const pool = segmentOf(`${SEGMENT_POOL.network}/${SEGMENT_POOL.mask}`)
/** Returns whether a segment looks like one that the server allocates. */
const allocated = (prefix: Prefix) => prefix.mask <= SEGMENT_MASK && prefix.network >= pool.network && prefix.network <= lastAddress(pool)

/** Returns every range of addresses that this network uses, in the order in which they are shown. */
export function claimsOf(
  settings: NetworkSettings,
  facts: NetworkFacts,
  { lans, pop: resource }: Pick<Surroundings, 'lans' | 'pop'>,
): SourcedClaim[] {
  const claims: SourcedClaim[] = []
  const add = (purpose: SegmentPurpose, owner: string, text: string, source?: SourcedClaim['source']) => {
    const prefix = segmentOf(text)
    claims.push({ purpose, owner, ...prefix, source: source ?? (allocated(prefix) ? 'allocated' : 'edited') })
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
          network: parseIpv4(rule.ip)!,
          mask: rule.mask,
          source: 'edited',
          center: member_type === 'center',
        })
  return [...claims, ...lans.filter((lan) => settings.members[lan.owner] !== undefined)]
}

/** The ranges of addresses that a network uses, and the addresses where its tunnels end. */
export interface UsedAddresses {
  claims: readonly Claim[]
  ends: readonly End[]
}

/**
 * Returns the first address where a tunnel ends that a change brings into a segment of the network, undefined if it brings none.
 * Such an address may lie in a prefix: the prefix goes around it (decision 047). An address that lies in a segment already, because a
 * center moved, does not block other changes.
 */
export function endAfter(before: UsedAddresses, after: UsedAddresses): Problem | undefined {
  const held = ({ claims, ends }: UsedAddresses) => {
    const segments = claims.filter((claim) => !isRoute(claim))
    return ends.flatMap((end) =>
      segments
        .filter((claim) => contains(claim, end.address))
        .map((claim) => ({ claim, end, key: `${end.address} ${formatPrefix(claim)}` })),
    )
  }
  const now = held(after)
  const known = new Set(now.length > 0 ? held(before).map(({ key }) => key) : [])
  const fresh = now.find(({ key }) => !known.has(key))
  return fresh && { code: 'segmentHoldsEnd', with: { claim: fresh.claim, end: fresh.end } }
}
