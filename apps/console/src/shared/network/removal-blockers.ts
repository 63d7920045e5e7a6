import type { NetworkInfo } from '@weft/contract'
import { type Blocker, blockersOf, centersAmong } from '@weft/network-rules'

/** The panel in which each kind of blocker is changed. */
export const panelOf = {
  main: 'routing',
  backup: 'routing',
  twin: 'center_link',
  branch: 'point_link',
} as const satisfies Record<Blocker['kind'], string>

/** Returns the settings that prevent the centers in `leaving` from leaving the network or becoming branches. */
export function removalBlockers({ routing, network_center_link, link, member }: NetworkInfo, leaving: ReadonlySet<string>): Blocker[] {
  const linked = new Map<string, string[]>()
  for (const { kind, enable, router_name: branch, center_router_name } of link)
    if (kind === 'center' && enable === 1) linked.set(branch, [...(linked.get(branch) ?? []), center_router_name])
  return blockersOf({ ...routing, centers: [...centersAmong(member)], twin: network_center_link, linked }, leaving)
}
