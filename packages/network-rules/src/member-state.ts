import { type DiagnosisCause, type Flag, type MemberState, memberStates, type MemberType, type RouterType } from '@weft/contract'
import { type DialledLink, type Preferences, statesOfLinks } from './link-state.ts'

/** What is known of a member apart from its networks. Times are Unix seconds, with fractions. */
export interface MemberFacts {
  router_type: RouterType
  status: Flag
  /** Whether its control connection is open, and whether any tunnel of it is up. */
  online_status: Flag
  online: Flag
  /** 0 while the account's networks are stopped because a service has ended. */
  network_usable: Flag
  /** Whether it was refused its configuration. */
  refused: boolean
  /** When its control connection last opened, and when it last reported. */
  connect_time: number | null
  report_time: number | null
}

/** A link that a member dials. */
export interface DialledTunnel extends DialledLink {
  /** Since when its tunnel is up, or down; null if it is not, or never was since it was configured. */
  up_since: number | null
  down_since: number | null
  /** True if it leads to a center that is neither signed in nor has a tunnel. */
  center_away: boolean
}

/** What is known of a member in one network. */
export interface MembershipFacts extends Preferences {
  /** 0 once the POP resource of the network has ended. */
  pops: Flag
  links: readonly DialledTunnel[]
  /** Whether its address changed, and its tunnel has not come back since; undefined if that was not looked up. */
  moved?: boolean | undefined
}

/** How a member is, why, and since when. */
export interface Condition {
  state: MemberState
  cause: DiagnosisCause | null
  since: number | null
}

/** How a member is in one network, and its tunnels there: how many are up, how many should be and are not, and whether all of these lead to centers that are away. */
export interface MembershipCondition extends Condition {
  up: number
  lost: number
  behind: boolean
  /** The times at which the last of its tunnels came up, and the last of the lost ones fell. */
  up_time: number | null
  lost_time: number | null
}

const latest = (times: readonly (number | null)[]): number | null => {
  const known = times.filter((time) => time !== null)
  return known.length > 0 ? Math.max(...known) : null
}

/** Returns whether a member is signed in. A standard client has no control connection, and a tunnel to one of the centers. */
const isSignedIn = ({ router_type, online_status, online }: MemberFacts): boolean =>
  online_status === 1 || (router_type === 2 && online === 1)

/** Returns the condition of a disabled or signed-out member, which does not depend on its networks; undefined for any other member. */
function apart(member: MemberFacts): Condition | undefined {
  const { status, router_type, online_status, connect_time, report_time } = member
  if (status !== 1) return { state: 'disabled', cause: 'disabled', since: null }
  const heard = report_time ?? connect_time
  if (router_type === 1 && online_status === 0)
    return connect_time === null
      ? { state: 'never', cause: 'never_activated', since: null }
      : { state: 'down', cause: 'connection_lost', since: heard }
  return isSignedIn(member) ? undefined : { state: 'idle', cause: null, since: heard }
}

const noTunnels = { up: 0, lost: 0, behind: false, up_time: null, lost_time: null }

/** Returns the condition of a member without networks, or whose networks are hidden. */
export const conditionApart = (member: MemberFacts): Condition => apart(member) ?? { state: 'up', cause: null, since: member.connect_time }

/** Returns how a member is in one network (docs/design/domain.md §3). */
export function conditionIn(member: MemberFacts, membership: MembershipFacts): MembershipCondition {
  const { links, moved = false } = membership
  const outside = apart(member)
  const states = statesOfLinks(links, { ...membership, state: outside?.state ?? 'up', network_usable: member.network_usable })
  const lost = links.filter((_, at) => states[at] === 'down')
  const up = links.filter(({ vpn_online }) => vpn_online === 1)
  const behind = lost.filter(({ kind, center_away }) => kind !== 'pop' && center_away)
  const tunnels = {
    up: up.length,
    lost: lost.length,
    behind: lost.length > 0 && behind.length === lost.length,
    up_time: latest(up.map(({ up_since }) => up_since)),
    lost_time: latest(lost.map(({ down_since }) => down_since)),
  }
  if (outside) return { ...outside, ...tunnels }
  const own = [...lost, ...up].filter(({ kind, enable }) => kind !== 'twin' && enable === 1)
  if (own.length > 0 && up.length === 0 && member.online === 0) {
    const dialled = links.filter(({ kind, enable }) => enable === 1 && (kind === 'center' || kind === 'p2p'))
    const stranded = dialled.length > 0 && dialled.every(({ center_away }) => center_away)
    const cause = member.refused ? 'config_failed' : stranded ? 'center_down' : moved ? 'address_changed' : 'tunnel_down'
    return { state: 'down', cause, since: tunnels.lost_time, ...tunnels }
  }
  if (member.refused) return { state: 'failed', cause: 'config_failed', since: null, ...tunnels }
  if (lost.length > 0 && member.online_status === 1)
    return { state: 'degraded', cause: tunnels.behind ? 'center_down' : 'tunnel_down', since: tunnels.lost_time, ...tunnels }
  return { state: 'up', cause: null, since: latest([member.connect_time, tunnels.up_time]), ...tunnels }
}

/** The causes that two networks may give for one state, the most important first. */
const causesInOrder: Partial<Record<MemberState, readonly DiagnosisCause[]>> = {
  down: ['connection_lost', 'config_failed', 'center_down', 'address_changed', 'tunnel_down'],
  // If one of two networks has lost its center, the tunnels of the other are what can be repaired.
  degraded: ['tunnel_down', 'center_down'],
}
/** More causes than one state has: a severity divided by it is the place of the state among all, the worst first. */
export const MOST_CAUSES = 10

/** Returns the place of a condition among all, the worst first: of several networks' conditions, the least is the member's. */
export function severityOf({ state, cause }: Pick<Condition, 'state' | 'cause'>): number {
  const place = cause === null ? 0 : (causesInOrder[state]?.indexOf(cause) ?? 0)
  return memberStates.indexOf(state) * MOST_CAUSES + Math.max(0, place)
}

/** Returns the condition of a member from its conditions in its networks, or from the member alone if it is in none. */
export function conditionOver(member: MemberFacts, networks: readonly MembershipCondition[]): MembershipCondition {
  const [first, ...others] = networks
  if (!first) return { ...conditionApart(member), ...noTunnels }
  const worst = others.reduce((a, b) => (severityOf(b) < severityOf(a) ? b : a), first)
  const failing = networks.filter(({ lost }) => lost > 0)
  return {
    state: worst.state,
    cause: worst.cause,
    since: latest(networks.filter(({ state }) => state === worst.state).map(({ since }) => since)),
    up: networks.reduce((sum, { up }) => sum + up, 0),
    lost: networks.reduce((sum, { lost }) => sum + lost, 0),
    behind: failing.length > 0 && failing.every(({ behind }) => behind),
    up_time: latest(networks.map(({ up_time }) => up_time)),
    lost_time: latest(networks.map(({ lost_time }) => lost_time)),
  }
}

/** What is known of a member, as far as the caller may know it, that says why it has no tunnel although nothing is wrong with it. */
export interface RestFacts extends Pick<MemberFacts, 'network_usable' | 'online'> {
  /** Its part in each of its networks. */
  parts: readonly MemberType[]
  /** Whether it should dial POPs in a network whose POP resource has ended. */
  pops_ended: boolean
  /** Whether it ever signed in. */
  signed_in: boolean
}

/** Returns the cause of a member's state; for a member that needs no action, the reason why it has no tunnel. */
export function causeOf({ state, cause }: Pick<Condition, 'state' | 'cause'>, rest: RestFacts): DiagnosisCause {
  if (cause !== null) return cause
  if (rest.network_usable === 0) return 'service_lapsed'
  if (state === 'idle') return rest.signed_in ? 'signed_out' : 'never_signed_in'
  if (rest.online === 1) return 'online'
  if (rest.parts.length === 0) return 'no_network'
  if (rest.pops_ended) return 'pop_lapsed'
  // A branch that could dial something else as well would have lost that too.
  return rest.parts.includes('point') ? 'no_center' : 'no_branch'
}
