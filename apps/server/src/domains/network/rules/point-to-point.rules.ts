import type { NetworkFacts, NetworkSettings } from '@weft/member-config'

/** Most tunnels of a point-to-point network: in a large one fewer branches listen, but two always may. */
const MOST_LINKS = 10_000
const FEWEST = 2

/** Returns whether a network has neither centers nor POPs, so that its branches dial each other (docs/design/domain.md §3). */
export const isPointToPoint = ({ members, network_fr_id }: NetworkSettings): boolean =>
  network_fr_id === null && Object.values(members).every(({ member_type }) => member_type === 'point')

/**
 * Returns the branches of a point-to-point network that others dial, by name: hardware that is reachable at its own public address or
 * at a fixed one. If there are too many, those with a fixed address come first, then those that listen already.
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

/** Returns the members that dial a listening branch: all that do not listen, and of two that listen the one with the lower name. */
export const diallersOf = (listener: string, names: readonly string[], listeners: readonly string[]): string[] => {
  const listening = new Set(listeners)
  return names.filter((name) => name !== listener && (!listening.has(name) || name < listener))
}
