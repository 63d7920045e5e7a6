import type { Flag, LinkState, MemberState, NetworkInfo, NetworkLink } from '@weft/contract'

/** A link as its branch dials it. */
export interface DialledLink extends Pick<NetworkLink, 'kind' | 'center_router_name' | 'enable' | 'vpn_online'> {
  /** The area of a POP. */
  ov_id: string | null
}

/** What decides which of a member's links in one network carries its traffic. */
export interface Preferences {
  routing: NetworkInfo['routing']
  /** The dial mode that holds for the member. */
  mode: NetworkInfo['mode']
  /** The member's main POP area. */
  ov_main: string | null
}

/** A member as it dials in one network. */
export interface Dialler extends Preferences {
  /** How it is; of one that is neither disabled, signed out nor yet to connect, any state says the same. */
  state: MemberState
  /** 0 while the account's networks are stopped because a service has ended: then they have no tunnels on purpose. */
  network_usable: Flag
  /** 0 once the POP resource of the network has ended. */
  pops: Flag
}

const MAIN = 0
const BACKUP = 1
const LAST = 2
/** Larger than any place within one kind of target. */
const OTHER_KIND = 10

/** Returns the place of a link in the order in which its member prefers them: the lowest carries. */
export function preference({ kind, center_router_name, ov_id }: DialledLink, { routing, mode, ov_main }: Preferences): number {
  if (kind === 'pop') return (mode === 3 ? 0 : OTHER_KIND) + (ov_id === ov_main ? MAIN : BACKUP)
  const first = mode === 3 ? OTHER_KIND : 0
  if (kind !== 'center' || routing.type === 1) return first
  const { main_router, secondary_router } = routing
  return first + (center_router_name === main_router ? MAIN : center_router_name === secondary_router ? BACKUP : LAST)
}

/** Returns the states of one member's links in one network, in their order (docs/design/domain.md §3). */
export function statesOfLinks(links: readonly DialledLink[], dialler: Dialler): LinkState[] {
  const own = links.filter(({ kind }) => kind !== 'twin')
  const usable = own.filter(({ kind, enable }) => enable === 1 && (kind !== 'pop' || dialler.pops === 1))
  const best = Math.min(...usable.map((link) => preference(link, dialler)))
  const up = usable.filter(({ vpn_online }) => vpn_online === 1)
  const carrying = Math.min(...up.map((link) => preference(link, dialler)))
  const pop = (is: boolean) => up.some(({ kind }) => (kind === 'pop') === is)
  const isOff = dialler.state === 'disabled' || dialler.network_usable === 0
  const stateOf = (link: DialledLink): LinkState => {
    if (isOff || link.enable === 0 || (link.kind === 'pop' && dialler.pops === 0)) return 'disabled'
    if (link.vpn_online === 1) {
      if (link.kind === 'twin') return 'up'
      const place = preference(link, dialler)
      return place > carrying ? 'standby' : place > best ? 'takeover' : 'up'
    }
    if (dialler.state === 'never') return 'never'
    if (dialler.state === 'idle') return 'standby'
    // With "first" the other kind of target is dialled only once the first fails.
    const rests = link.kind === 'pop' ? dialler.mode === 2 && pop(false) : dialler.mode === 3 && link.kind !== 'twin' && pop(true)
    return rests ? 'standby' : 'down'
  }
  return links.map(stateOf)
}

/**
 * Returns the state of a link as its two ends show it: it is down once both are lost, although nobody has reported it. While one of them is
 * connected, that end's word counts. @param target the state of the far end; undefined for a POP
 */
export const stateBetween = (state: LinkState, dialler: MemberState, target: MemberState | undefined): LinkState =>
  dialler === 'down' && target === 'down' && (state === 'up' || state === 'standby' || state === 'takeover') ? 'down' : state
