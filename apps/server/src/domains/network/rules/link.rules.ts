import type { Flag, LinkState, MemberState, NetworkInfo, NetworkLink } from '@weft/contract'
import { type Dialling, linkStates } from '@weft/network-rules'

/** What decides the states of links in a network as a whole. */
export interface NetworkDialling extends Pick<NetworkInfo, 'routing' | 'mode' | 'network_status'> {
  /** 0 once the network's POP resource has ended. */
  pops: Flag
}

/** A member that dials, with its own dial mode and its main POP area. */
export interface Dialler {
  state: MemberState
  mode: NetworkInfo['mode'] | null
  ov_main: string | null
}

/** Returns how a member that is so dials. */
const dialling = (state: MemberState | undefined): Dialling['member'] =>
  state === 'disabled' || state === 'never' ? state : state === 'idle' || state === undefined ? 'away' : 'working'

/** Returns the links of a network with their states. A link of a network that is unusable has no tunnel on purpose. */
export function withLinkStates(
  links: readonly (Omit<NetworkLink, 'state'> & { ov_id: string | null })[],
  { routing, mode, pops, network_status }: NetworkDialling,
  diallers: ReadonlyMap<string, Dialler>,
): NetworkLink[] {
  const found = new Map<object, LinkState>()
  for (const [name, own] of Map.groupBy(links, (link) => link.router_name)) {
    const dialler = diallers.get(name)
    const member = network_status === 1 ? dialling(dialler?.state) : 'disabled'
    const states = linkStates(own, { routing, pops, member, mode: dialler?.mode ?? mode, ov_main: dialler?.ov_main ?? null })
    own.forEach((link, at) => found.set(link, states[at]!))
  }
  return links.map((link) => {
    const { ov_id: _, ...shown } = link
    return { ...shown, state: found.get(link)! }
  })
}
