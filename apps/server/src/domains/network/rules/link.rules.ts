import type { LinkState, MemberState, NetworkInfo, NetworkLink } from '@weft/contract'
import { type DialledLink, type Dialler, statesOfLinks } from '@weft/network-rules'

/** What decides the states of links in a network as a whole. */
export type DialledNetwork = Pick<Dialler, 'routing' | 'mode' | 'pops'> & Pick<NetworkInfo, 'network_status'>

/** A member that dials, with its own dial mode and its main POP area. */
export interface MemberDialler {
  state: MemberState
  mode: NetworkInfo['mode'] | null
  ov_main: string | null
}

/**
 * Returns what the center of each branch is called, by the branch: the one that carries its traffic, or without a tunnel to any the main one.
 * @param links those that the caller may know
 */
export function centerNotes(
  links: readonly Pick<NetworkLink, 'router_name' | 'center_router_name' | 'center_router_name_note' | 'kind' | 'enable' | 'state'>[],
  { main_router }: Pick<NetworkInfo['routing'], 'main_router'>,
): ReadonlyMap<string, string> {
  const on = links.filter(({ kind, enable }) => kind === 'center' && enable === 1)
  const rank = ({ state, center_router_name }: (typeof on)[number]) =>
    state === 'up' || state === 'takeover' ? 0 : center_router_name === main_router ? 1 : 2
  // The best comes last, so that it is the one that stays.
  const best = on.toSorted((a, b) => rank(a) - rank(b)).toReversed()
  return new Map(best.map((link) => [link.router_name, link.center_router_name_note]))
}

/** Returns the links of a network with their states. */
export function withLinkStates<Link extends DialledLink & Pick<NetworkLink, 'router_name'>>(
  links: readonly Link[],
  { routing, mode, pops, network_status }: DialledNetwork,
  diallers: ReadonlyMap<string, MemberDialler>,
): (Omit<Link, 'ov_id'> & Pick<NetworkLink, 'state'>)[] {
  const found = new Map<object, LinkState>()
  for (const [name, own] of Map.groupBy(links, (link) => link.router_name)) {
    const member = diallers.get(name) ?? { state: 'idle', mode: null, ov_main: null }
    const states = statesOfLinks(own, { ...member, routing, pops, network_usable: network_status, mode: member.mode ?? mode })
    own.forEach((link, at) => found.set(link, states[at]!))
  }
  return links.map((link) => {
    const { ov_id: _, ...shown } = link
    return { ...shown, state: found.get(link)! }
  })
}
