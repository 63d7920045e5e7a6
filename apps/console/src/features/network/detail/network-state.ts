import type { MemberChanges, NetworkInfo, NetworkLink, NetworkState } from '@weft/contract'

/** A link with the time since which it is up, in Unix seconds of the browser's clock; null while it is down. */
export interface LiveLink extends NetworkLink {
  up_since: number | null
}
/** A network as the page keeps it: unchanged parts are the same objects as before, so that they are not drawn again. */
export interface LiveNetwork extends NetworkInfo {
  link: LiveLink[]
}

/** Difference up to which two times are taken as equal: answers give whole seconds and take time to arrive. */
const SAME_MOMENT_SECONDS = 3

/** Returns a key that identifies a link within its network. */
export const linkKey = ({ kind, router_name, center_router_name }: NetworkLink) => `${kind}/${router_name}/${center_router_name}`

/** Returns the link with the time since which it is up. @param now Unix seconds of the browser's clock */
const liveLink = (link: NetworkLink, now: number): LiveLink => ({
  ...link,
  up_since: link.vpn_online === 1 && link.vpn_online_time !== null ? now - link.vpn_online_time : null,
})

const sameMoment = (a: number | null, b: number | null) => a === b || (a !== null && b !== null && Math.abs(a - b) <= SAME_MOMENT_SECONDS)

function keptLink(before: LiveLink | undefined, after: LiveLink): LiveLink {
  if (before === undefined || !sameMoment(before.up_since, after.up_since)) return after
  const { up_since: _before, vpn_online_time: _old, ...known } = before
  return (Object.keys(known) as (keyof typeof known)[]).every((key) => known[key] === after[key]) ? before : after
}

/** Returns `before` if all elements are the same, so that the list stays the same object; else `after`. */
const keptList = <T>(before: T[], after: T[]): T[] =>
  before.length === after.length && after.every((one, at) => one === before[at]) ? before : after

/**
 * Returns a fully loaded network that reuses the unchanged objects of the one on screen.
 * @param now Unix seconds of the browser's clock
 */
export function liveNetwork(read: NetworkInfo, now: number, before?: LiveNetwork): LiveNetwork {
  const links = new Map(before?.link.map((link) => [linkKey(link), link]))
  const link = read.link.map((one) => keptLink(links.get(linkKey(one)), liveLink(one, now)))
  const members = new Map(before?.member.map((member) => [member.router_name, member]))
  const member = read.member.map((one) => {
    const known = members.get(one.router_name)
    return known !== undefined && JSON.stringify(known) === JSON.stringify(one) ? known : one
  })
  return { ...read, link: keptList(before?.link ?? [], link), member: keptList(before?.member ?? [], member) }
}

/** What changed of a member. */
type MemberChange = Partial<Omit<MemberChanges['member'][number], 'router_name'>>

/**
 * Returns the network updated by a newer state, which names all links and members or only the changed ones. Returns the same object if
 * nothing changed.
 * @param now Unix seconds of the browser's clock
 */
export function withState(network: LiveNetwork, state: NetworkState, now: number): LiveNetwork {
  const members = new Map<string, MemberChange>(Object.entries(state.online).map(([name, online]) => [name, { online }]))
  for (const { router_name, ...how } of state.member) members.set(router_name, { ...members.get(router_name), ...how })
  const changed = withParts(network, members, state.link, now)
  const { network_status, revision_state } = state
  if (network_status === network.network_status && revision_state === network.revision_state) return changed
  return { ...changed, network_status, revision_state }
}

/**
 * Returns the network updated by members that changed, in this network or not, and the links that they dial. Returns the same object if
 * nothing in it changed.
 * @param now Unix seconds of the browser's clock
 */
export function withChanges(network: LiveNetwork, { member, link }: MemberChanges, now: number): LiveNetwork {
  const members = new Map<string, MemberChange>(member.map(({ router_name, ...how }) => [router_name, how]))
  const own = link.flatMap(({ network_number, ...one }) => (network_number === network.network_number ? [one] : []))
  const dialled = new Set(own.map(linkKey))
  // All links that these members dial are named, so another one is gone.
  const left = network.link.filter((one) => !members.has(one.router_name) || dialled.has(linkKey(one)))
  const named = left.map((one) => {
    const note = one.kind === 'pop' ? undefined : members.get(one.center_router_name)?.note
    return note === undefined || note === one.center_router_name_note ? one : { ...one, center_router_name_note: note }
  })
  const links = keptList(network.link, named)
  return withParts(links === network.link ? network : { ...network, link: links }, members, own, now)
}

/** A member or link that is not named keeps its state. */
function withParts(network: LiveNetwork, members: ReadonlyMap<string, MemberChange>, links: readonly NetworkLink[], now: number) {
  const newer = new Map(links.map((link) => [linkKey(link), link]))
  const known = network.link.map((link) => {
    const one = newer.get(linkKey(link))
    newer.delete(linkKey(link))
    return one ? keptLink(link, liveLink(one, now)) : link
  })
  const link = keptList(network.link, [...known, ...[...newer.values()].map((one) => liveLink(one, now))])
  const member = keptList(
    network.member,
    network.member.map((one) => {
      const how = members.get(one.router_name) ?? {}
      return (Object.keys(how) as (keyof MemberChange)[]).every((name) => how[name] === one[name]) ? one : { ...one, ...how }
    }),
  )
  return link === network.link && member === network.member ? network : { ...network, link, member }
}

/** Returns whether a full load is needed: for another revision, or because members may have applied theirs meanwhile. */
export const outdates = (network: NetworkInfo, state: NetworkState) =>
  state.revision !== network.revision || state.revision_state !== network.revision_state || state.revision_state === 'pending'

/** The summary of a member's links that its row and its inspector show. */
export interface Connection {
  /** The member's address in this network: from the first link that is up, else from the first known. */
  /** Its addresses in its tunnels, of those that are up first. */
  vpn_ips: readonly string[]
  /** Unix seconds since which the oldest of its links is up; null while none is. */
  up_since: number | null
  /** Number of enabled links, and of those that are up. */
  links: number
  up: number
}

/** Returns the connection of each member with links. A dialled member counts the links of others too; its address is from its own. */
export function connections(links: readonly LiveLink[]): ReadonlyMap<string, Connection> {
  const found = new Map<string, Connection>()
  const of = (name: string) => {
    const known = found.get(name) ?? { vpn_ips: [], up_since: null, links: 0, up: 0 }
    found.set(name, known)
    return known
  }
  for (const { router_name, center_router_name, enable, vpn_online, vpn_ip, up_since } of links) {
    const own = of(router_name)
    if (vpn_ip !== null && !own.vpn_ips.includes(vpn_ip))
      own.vpn_ips = vpn_online === 1 ? [vpn_ip, ...own.vpn_ips] : [...own.vpn_ips, vpn_ip]
    for (const end of [own, of(center_router_name)]) {
      end.links += enable
      end.up += enable === 1 ? vpn_online : 0
      if (up_since !== null && (end.up_since === null || up_since < end.up_since)) end.up_since = up_since
    }
  }
  return found
}
