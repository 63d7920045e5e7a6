import type { NetworkMember, NetworkSegment, SegmentPurpose } from '@weft/contract'
import { formatPrefix, networkAddress, overlapping, parseIpv4, type Prefix } from '@weft/net'
import { textNow } from '@weft/ui'
import * as text from './claims.text.ts'

/** A range of addresses that something of the network takes. */
export interface Claim extends Prefix {
  readonly purpose: SegmentPurpose
  /** A member's name, a POP's area, or '' for the network itself. */
  readonly owner: string
  /** The other network that takes it; absent where it is this one's own. */
  readonly network_name?: string
  /** Of a segment of another network: whether a hardware member is in both. */
  readonly shared?: boolean
}

export const claimOf = ({ purpose, owner, ip, mask, network, shared }: NetworkSegment): Claim => ({
  purpose,
  owner,
  network: parseIpv4(ip)!,
  mask,
  ...(network !== undefined && { network_name: network }),
  ...(shared !== undefined && { shared }),
})

/** The network that was typed; undefined while it is none yet. */
export function typedPrefix(ip: unknown, mask: unknown): Prefix | undefined {
  const address = parseIpv4(typeof ip === 'string' ? ip.trim() : '')
  if (address === undefined || typeof mask !== 'number') return undefined
  return { network: networkAddress(address, mask), mask }
}

const isRoute = ({ purpose }: Claim) => purpose === 'prefix' || purpose === 'lan'

/** The centers of a network, two of which may announce the same prefix. */
export const centerNames = (members: readonly Pick<NetworkMember, 'router_name' | 'member_type'>[]): ReadonlySet<string> =>
  new Set(members.filter(({ member_type }) => member_type === 'center').map(({ router_name }) => router_name))

/** Whether two ranges that overlap may, as the server judges it. */
export function tolerated(a: Claim, b: Claim, centers: ReadonlySet<string>): boolean {
  if (a.network_name !== undefined && b.network_name !== undefined) return true
  if (isRoute(a) !== isRoute(b)) {
    const segment = isRoute(a) ? b : a
    return segment.network_name !== undefined && segment.shared !== true
  }
  if (!isRoute(a)) return false
  if (a.purpose === 'lan' || b.purpose === 'lan' || a.owner === b.owner) return true
  return centers.has(a.owner) && centers.has(b.owner) && a.network === b.network && a.mask === b.mask
}

/** Of each range that overlaps another and may not, the first such other. */
export function conflictsIn<T extends Claim>(claims: readonly T[], centers: ReadonlySet<string>): Map<T, T> {
  const found = new Map<T, T>()
  for (const [wider, inner] of overlapping(claims)) {
    if (tolerated(wider, inner, centers)) continue
    if (!found.has(wider)) found.set(wider, inner)
    if (!found.has(inner)) found.set(inner, wider)
  }
  return found
}

/** Whose range it is, in words. */
export const ownerText = ({ purpose, owner, network_name }: Pick<Claim, 'purpose' | 'owner' | 'network_name'>): string => {
  const t = textNow(text)
  const named = t.owners[purpose](owner)
  return network_name === undefined ? named : t.elsewhere(network_name, named)
}
/** 「与{owner}的 {segment} 重叠」 */
export const overlapText = (other: Claim): string => textNow(text).overlaps(ownerText(other), formatPrefix(other))
