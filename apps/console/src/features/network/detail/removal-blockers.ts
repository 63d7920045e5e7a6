import type { NetworkInfo } from '@weft/contract'
import type { Panel } from '../settings/use-panel.ts'

/** What must be changed before a center may leave, and where. */
export type Blocker =
  | { kind: 'main' | 'backup' | 'twin'; panel: Panel }
  /** A branch whose other links are all off. */
  | { kind: 'branch'; panel: Panel; router_name: string; note: string }

/**
 * What depends on the centers among those that leave, as the server would refuse it; empty where nobody needs them.
 * @param leaving all that go together, or become branches: nobody waits for a branch that goes too
 */
export function removalBlockers({ routing, network_center_link, link, member }: NetworkInfo, leaving: ReadonlySet<string>): Blocker[] {
  const centers = member.filter((m) => m.member_type === 'center').map((m) => m.router_name)
  if (!centers.some((name) => leaving.has(name))) return []
  const linkedTo = new Map<string, string[]>()
  for (const { kind, enable, router_name: branch, center_router_name } of link)
    if (kind === 'center' && enable === 1) linkedTo.set(branch, [...(linkedTo.get(branch) ?? []), center_router_name])
  const alone = centers.every((name) => leaving.has(name))
    ? []
    : member.filter((m) => !leaving.has(m.router_name) && linkedTo.get(m.router_name)?.every((center) => leaving.has(center)))
  return [
    ...(leaving.has(routing.main_router ?? '') ? [{ kind: 'main', panel: 'routing' } as const] : []),
    ...(leaving.has(routing.secondary_router ?? '') ? [{ kind: 'backup', panel: 'routing' } as const] : []),
    ...(network_center_link === 1 ? [{ kind: 'twin', panel: 'center_link' } as const] : []),
    ...alone.map((m) => ({ kind: 'branch', panel: 'point_link', router_name: m.router_name, note: m.note }) as const),
  ]
}
