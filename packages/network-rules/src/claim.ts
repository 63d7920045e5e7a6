import { type Language, type NetworkSegment, segmentOwners, type SegmentPurpose } from '@weft/contract'
import { parseIpv4, type Prefix } from '@weft/net'

/** A range of addresses that a part of a network uses. */
export interface Claim extends Prefix {
  readonly purpose: SegmentPurpose
  /** A member, a POP area, or '' for the network itself. */
  readonly owner: string
  /** The other network of the account that uses it, '' if the reader may not see which; undefined for this one. */
  readonly network_name?: string
  /** For a segment of another network: true if a device is in both networks, whose ranges must not overlap on it. */
  readonly shared?: boolean
  /** For a prefix of this network: true if a center announces it. */
  readonly center?: boolean
}

/** Returns the claim of a segment from the API, in a network with these centers. */
export const claimOfSegment = (
  { purpose, owner, ip, mask, network, shared }: Omit<NetworkSegment, 'source'>,
  centers: ReadonlySet<string>,
): Claim => ({
  purpose,
  owner,
  network: parseIpv4(ip)!,
  mask,
  ...(network !== undefined && { network_name: network }),
  ...(shared !== undefined && { shared }),
  ...(purpose === 'prefix' && network === undefined && { center: centers.has(owner) }),
})

const elsewhere: Record<Language, { hidden: string; of: (network: string, owner: string) => string }> = {
  'zh-CN': { hidden: '其他组网', of: (network, owner) => `组网「${network}」${owner}` },
  en: { hidden: 'another network', of: (network, owner) => `${owner}, network “${network}”` },
}
/** Returns the phrase for a network that the reader may not see. */
export const hiddenNetwork = (language: Language): string => elsewhere[language].hidden

/** Returns the phrase that names the owner and purpose of a range of addresses. */
export const claimText = (
  { purpose, owner, network_name }: Pick<Claim, 'purpose' | 'owner' | 'network_name'>,
  language: Language,
): string => {
  if (network_name === '') return hiddenNetwork(language)
  const named = segmentOwners[language][purpose](owner)
  return network_name === undefined ? named : elsewhere[language].of(network_name, named)
}

/** Returns whether a range lies behind a member and is reached by a route; all others are segments of tunnels. */
export const isRoute = ({ purpose }: Pick<Claim, 'purpose'>): boolean => purpose === 'prefix' || purpose === 'lan'
