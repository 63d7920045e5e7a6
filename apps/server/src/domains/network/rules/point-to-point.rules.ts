import type { NetworkFacts, NetworkSettings } from '@weft/member-config'

/** Tunnels that a point-to-point network has at most: in a large one fewer points listen, but two always may. */
const MOST_LINKS = 10_000
const FEWEST = 2

/** Whether a network has neither centers nor POPs, so that its points dial each other (docs/design/domain.md §3). */
export const isPointToPoint = ({ members, network_fr_id }: NetworkSettings): boolean =>
  network_fr_id === null && Object.values(members).every(({ member_type }) => member_type === 'point')

/**
 * The points of a point-to-point network that others dial, by name: hardware that somebody can reach, at its own public address or
 * at a fixed one. Where they would be too many, who listens already goes on, and a fixed address comes before others.
 */
export function listenersOf(settings: NetworkSettings, { members: facts }: Pick<NetworkFacts, 'members'>): string[] {
  if (!isPointToPoint(settings)) return []
  const { members } = settings
  const names = Object.keys(members)
  const isFixed = (name: string) => members[name]!.center?.router_port.public_ip != null
  const rank = (name: string) => (isFixed(name) ? 0 : members[name]!.center ? 1 : 2)
  return names
    .filter((name) => facts[name]?.router_type === 1 && (facts[name].address !== null || isFixed(name)))
    .toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .slice(0, Math.max(FEWEST, Math.floor(MOST_LINKS / names.length)))
    .toSorted()
}

/** Who dials a listening point: everybody who does not listen, and of two that do the one with the lower name. */
export const diallersOf = (listener: string, names: readonly string[], listeners: readonly string[]): string[] => {
  const listening = new Set(listeners)
  return names.filter((name) => name !== listener && (!listening.has(name) || name < listener))
}
