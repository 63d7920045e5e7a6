import type { NetworkInfo } from '@weft/contract'
import type { Panel } from '../settings/use-panel.ts'

/** What must be changed before a center may leave, and where. */
export type Blocker =
  | { kind: 'main' | 'backup' | 'twin'; panel: Panel }
  /** A branch whose other links are all off. */
  | { kind: 'branch'; panel: Panel; router_name: string; note: string }

/** What else depends on a center, as the server would refuse it. Empty for a branch, and for a center that nobody needs. */
export function removalBlockers({ routing, network_center_link, link, member }: NetworkInfo, router_name: string): Blocker[] {
  const centers = member.filter((m) => m.member_type === 'center').map((m) => m.router_name)
  if (!centers.includes(router_name)) return []
  const linkedTo = new Map<string, string[]>()
  for (const { kind, enable, router_name: branch, center_router_name } of link)
    if (kind === 'center' && enable === 1) linkedTo.set(branch, [...(linkedTo.get(branch) ?? []), center_router_name])
  const alone = centers.length > 1 ? member.filter((m) => linkedTo.get(m.router_name)?.every((center) => center === router_name)) : []
  return [
    ...(routing.main_router === router_name ? [{ kind: 'main', panel: 'routing' } as const] : []),
    ...(routing.secondary_router === router_name ? [{ kind: 'backup', panel: 'routing' } as const] : []),
    ...(network_center_link === 1 ? [{ kind: 'twin', panel: 'center_link' } as const] : []),
    ...alone.map((m) => ({ kind: 'branch', panel: 'point_link', router_name: m.router_name, note: m.note }) as const),
  ]
}
