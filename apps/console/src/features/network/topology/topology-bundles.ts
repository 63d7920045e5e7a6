import type { LinkKind, NetworkMember, PopArea } from '@weft/contract'
import type { z } from 'zod'
import { linkKey, type LiveLink, type LiveNetwork } from '../detail/network-state.ts'

/** Maximum number of dialled branches that a network without centers shows in the place of centers. */
const MAX_HUBS = 8

/** The state of one line, which draws one link or all links between two nodes. */
export type LineState = 'online' | 'offline' | 'partial'

export const memberNodeId = (router_name: string) => `member:${router_name}`
export const popNodeId = (ov_id: string) => `pop:${ov_id}`

/** Returns the branches that others dial in a network without centers, those with most links first. */
export function dialledPoints({ member, link }: LiveNetwork): NetworkMember[] {
  if (member.some((m) => m.member_type === 'center')) return []
  const links = new Map<string, number>()
  for (const { kind, center_router_name } of link)
    if (kind === 'p2p') links.set(center_router_name, (links.get(center_router_name) ?? 0) + 1)
  const dialled = member.filter((m) => links.has(m.router_name))
  return dialled.toSorted((a, b) => links.get(b.router_name)! - links.get(a.router_name)!).slice(0, MAX_HUBS)
}

/** Returns the area of the POP that a link leads to. */
export const areaOf = (areas: readonly PopArea[], { center_router_name, center_router_name_note }: LiveLink) =>
  areas.find(({ ov_id }) => ov_id === center_router_name) ?? areas.find(({ area }) => area === center_router_name_note)

/** Links that are drawn as one line, from the dialling member to the center or POP. */
export interface Bundle {
  id: string
  kind: z.output<typeof LinkKind>
  from: string
  to: string
  up: number
  total: number
  /** True for lines of the selected node. */
  own: boolean
  /** True for one link of a group's member, drawn next to the line of its group. */
  single: boolean
}

interface Drawn {
  /** The nodes that draw each branch and each center. */
  branches: ReadonlyMap<string, string>
  hubs: ReadonlyMap<string, string>
  /** A member's name or a POP's node. */
  selected: string | undefined
}

/** Bundles the links between nodes: one bundle for each pair of nodes, and one for each link of a selected member in a group. */
export function bundleLinks(network: LiveNetwork, { branches, hubs, selected }: Drawn): Bundle[] {
  const areas = network.network_fr?.areas ?? []
  const found = new Map<string, Bundle>()
  const add = (bundle: Omit<Bundle, 'up' | 'total'>, { vpn_online }: LiveLink) => {
    const known = found.get(bundle.id) ?? { ...bundle, up: 0, total: 0 }
    known.up += vpn_online
    known.total += 1
    found.set(bundle.id, known)
  }
  for (const link of network.link) {
    if (link.enable === 0) continue
    const { kind, router_name, center_router_name } = link
    const from = branches.get(router_name) ?? hubs.get(router_name)
    const area = kind === 'pop' ? areaOf(areas, link) : undefined
    const to = kind === 'pop' ? area && popNodeId(area.ov_id) : hubs.get(center_router_name)
    if (from === undefined || to === undefined || from === to) continue
    const single = router_name === selected && from !== memberNodeId(router_name)
    const own = center_router_name === selected || to === selected || (router_name === selected && !single)
    add({ id: `${from}>${to}`, kind, from, to, own, single: false }, link)
    if (single) add({ id: linkKey(link), kind, from, to, own: true, single }, link)
  }
  return [...found.values()]
}

export const stateOf = ({ up, total }: Pick<Bundle, 'up' | 'total'>): LineState =>
  up === total ? 'online' : up === 0 ? 'offline' : 'partial'

/** Returns the number of enabled links of each member and each POP's node. */
export function linkCounts({ link, network_fr }: LiveNetwork): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const count = (end: string) => counts.set(end, (counts.get(end) ?? 0) + 1)
  for (const one of link) {
    if (one.enable === 0) continue
    count(one.router_name)
    if (one.kind !== 'pop') count(one.center_router_name)
    else {
      const area = areaOf(network_fr?.areas ?? [], one)
      if (area) count(popNodeId(area.ov_id))
    }
  }
  return counts
}
