import type { NetworkInfo, NetworkMember, NetworkState } from '@weft/contract'

/**
 * The network as it was read, with the newest state laid over it. A member that the state does not name keeps what was known:
 * it was added after the state was taken, or removed before.
 */
export function withState(network: NetworkInfo, state: NetworkState | undefined): NetworkInfo {
  if (!state) return network
  return {
    ...network,
    network_status: state.network_status,
    revision_state: state.revision_state,
    link: state.link,
    member: network.member.map((m): NetworkMember => ({ ...m, online: state.online[m.router_name] ?? m.online })),
  }
}

/** Whether there may be something that only a full read shows: another revision, or members that have applied theirs meanwhile. */
export const outdates = (network: NetworkInfo, state: NetworkState) =>
  state.revision !== network.revision || state.revision_state !== network.revision_state || state.revision_state === 'pending'

/** The address that each member holds in this network, from its links: the first that is up, else the first known. */
export function vpnAddresses({ link }: NetworkInfo): ReadonlyMap<string, string> {
  const addresses = new Map<string, string>()
  const up = link.filter((l) => l.vpn_online === 1)
  for (const l of [...up, ...link]) if (l.vpn_ip && !addresses.has(l.router_name)) addresses.set(l.router_name, l.vpn_ip)
  return addresses
}
