import type { NetworkMember } from '@weft/contract'
import type { LiveNetwork } from '../detail/network-state.ts'
import { bundleLinks, dialledPoints, linkCounts, type LineState, memberNodeId, popNodeId, stateOf } from './topology-bundles.ts'
import { groupBranches, groupingFor, offlineFirst } from './topology-groups.ts'
import {
  CARD,
  CENTER,
  CHIPS,
  GROUP,
  type GroupNode,
  LANE,
  MARGIN,
  type MemberNode,
  POP,
  type Topology,
  type TopologyLine,
  type TopologyNode,
  type TopologyView,
} from './topology-model.ts'
import { type Lanes, type Placed, route } from './topology-routes.ts'

/** Number of branches up to which each may have a card (docs/design/screens.md §7.2). */
const MAX_CARDS = 200
/** Columns that an open group occupies. */
const SPAN = 3
const ROW_GAP = 20
/** Gap between two bands, in addition to their lanes. */
const BAND = 34
const POP_GAP = 48
/** Gap between two centers, with room for the name of their link. */
const TWIN_GAP = 176
const HUB_GAP = 40

interface Unit {
  id: string
  members: NetworkMember[]
  span: number
  height: number
  node: (box: Pick<TopologyNode, 'id' | 'x' | 'y' | 'width' | 'height' | 'links'>) => MemberNode | GroupNode
}
interface Branches {
  units: Unit[]
  card: typeof CARD | typeof GROUP
  /** The node that draws each branch. */
  nodeOf: [string, string][]
}

const openHeight = (members: number) =>
  CHIPS.head + Math.min(CHIPS.rows, Math.ceil(members / CHIPS.columns)) * (CHIPS.height + CHIPS.gap) - CHIPS.gap + CHIPS.padding

/** Returns whether an open group has more members than its grid shows without scrolling. */
export const isScrolled = (members: number) => members > CHIPS.rows * CHIPS.columns

/** Returns the branches as they are drawn: a card for each branch, or one for each group. */
function drawnBranches(branches: NetworkMember[], { grouping, expanded }: TopologyView): Branches {
  const groups = groupBranches(branches, groupingFor(branches.length, grouping))
  // A single group would be one box instead of the branches.
  if (groups.length <= 1 && branches.length <= MAX_CARDS) {
    const ordered = groups.flatMap(({ members }) => offlineFirst(members))
    return {
      card: CARD,
      nodeOf: ordered.map(({ router_name }) => [router_name, memberNodeId(router_name)]),
      units: ordered.map((member) => ({
        id: memberNodeId(member.router_name),
        members: [member],
        span: 1,
        height: CARD.height,
        node: (box) => ({ ...box, kind: 'branch', member }),
      })),
    }
  }
  const id = (key: string) => `group:${key}`
  return {
    card: GROUP,
    nodeOf: groups.flatMap(({ key, members }) => members.map(({ router_name }): [string, string] => [router_name, id(key)])),
    units: groups.map((group) => {
      const open = expanded.has(group.key)
      return {
        id: id(group.key),
        members: group.members,
        span: open ? SPAN : 1,
        height: open ? openHeight(group.members.length) : GROUP.height,
        node: (box) => ({
          ...box,
          kind: 'group',
          group: open ? { ...group, members: offlineFirst(group.members) } : group,
          expanded: open,
        }),
      }
    }),
  }
}

/** Returns the number of columns that fill a screen, which is wider than high. */
function columnsFor(count: number, card: typeof CARD | typeof GROUP): number {
  const even = Math.ceil(Math.sqrt((3 * count * (card.height + ROW_GAP)) / (card.width + ROW_GAP)))
  return Math.max(1, Math.min(count, Math.max(card === GROUP ? 5 : 4, even)))
}

/** Arranges units in rows from left to right. An open group takes several columns, and starts a new row if they do not fit. */
function rowsOf(units: readonly Unit[], columns: number): { unit: Unit; column: number }[][] {
  const rows: { unit: Unit; column: number }[][] = []
  let column = columns
  for (const unit of units) {
    if (column + unit.span > columns) {
      rows.push([])
      column = 0
    }
    rows.at(-1)!.push({ unit, column })
    column += unit.span
  }
  return rows
}

const byState: Record<LineState, number> = { online: 0, partial: 1, offline: 2 }

/**
 * Lays out a network in three bands: POPs, centers, branches (docs/design/screens.md §7.2). Lines have right angles; each center
 * and each POP has its own lane, so that two lines overlap only if they start at the same center or POP.
 */
export function layTopology(network: LiveNetwork, view: TopologyView): Topology {
  const dialled = dialledPoints(network)
  const hubs = dialled.length > 0 ? dialled : network.member.filter((m) => m.member_type === 'center')
  const hubNodeOf = new Map(hubs.map(({ router_name }) => [router_name, memberNodeId(router_name)]))
  const branches = network.member.filter(
    (m) => !hubNodeOf.has(m.router_name) && (view.shown === 'all' || m.online === (view.shown === 'online' ? 1 : 0)),
  )
  const areas = network.network_fr?.areas ?? []
  const { units, card, nodeOf } = drawnBranches(branches, view)
  const bundles = bundleLinks(network, { branches: new Map(nodeOf), hubs: hubNodeOf, selected: view.selected })
  const counts = linkCounts(network)
  const links = (name: string) => counts.get(name) ?? 0

  const laneOwners = [...hubNodeOf.values(), ...areas.map((a) => popNodeId(a.ov_id))]
  const columns = Math.max(columnsFor(units.length, card), ...units.map(({ span }) => span))
  const rows = rowsOf(units, columns)
  const gutter = 18 + LANE * laneOwners.length
  const pitch = card.width + gutter
  // Lines reach the first row from above, and the others through gutters, the first of which is left of all columns.
  const indent = rows.length > 1 ? gutter : 0
  const used = rows.length === 1 ? rows[0]!.reduce((sum, { unit }) => sum + unit.span, 0) : columns
  const hubGap = hubs.length === 2 ? TWIN_GAP : HUB_GAP
  const side = MARGIN + LANE * areas.length
  const popsWidth = areas.length * (POP.width + POP_GAP) - POP_GAP
  const hubsWidth = hubs.length * (CENTER.width + hubGap) - hubGap
  const rowsWidth = used * pitch - gutter + indent
  const inner = Math.max(popsWidth, hubsWidth, rowsWidth, 0)
  const startOf = (width: number) => side + (inner - width) / 2

  const placed: Placed[] = []
  let y = MARGIN
  areas.forEach((area, at) => {
    const id = popNodeId(area.ov_id)
    const x = startOf(popsWidth) + at * (POP.width + POP_GAP)
    placed.push({ node: { kind: 'pop', id, area, x, y, ...POP, links: links(id) } })
  })
  const popLanes = y + POP.height + BAND / 2
  if (areas.length > 0) y += POP.height + BAND + LANE * areas.length
  hubs.forEach((member, at) => {
    const id = memberNodeId(member.router_name)
    const x = startOf(hubsWidth) + at * (CENTER.width + hubGap)
    const kind = member.member_type === 'center' ? 'center' : 'branch'
    placed.push({ node: { kind, id, member, x, y, ...CENTER, links: links(member.router_name) } })
  })
  if (hubs.length > 0) y += CENTER.height
  const hubLanes = y + BAND / 2
  if (units.length > 0 && laneOwners.length > 0) y += BAND + LANE * laneOwners.length
  rows.forEach((row, at) => {
    for (const { unit, column } of row) {
      const x = startOf(rowsWidth) + indent + column * pitch
      const width = unit.span * pitch - gutter
      placed.push({
        node: unit.node({
          id: unit.id,
          x,
          y,
          width,
          height: unit.height,
          links: unit.members.reduce((sum, m) => sum + links(m.router_name), 0),
        }),
        row: at,
      })
    }
    y += Math.max(...row.map(({ unit }) => unit.height)) + ROW_GAP
  })

  const lanes: Lanes = { of: new Map(laneOwners.map((id, at) => [id, at])), hubs: hubs.length, popLanes, hubLanes, gutter, card }
  const byId = new Map(placed.map((one) => [one.node.id, one]))
  const lines = bundles.map((bundle): TopologyLine => {
    const { id, kind, own, from, to } = bundle
    return { id, kind, own, state: stateOf(bundle), points: route(bundle, byId.get(from)!, byId.get(to)!, lanes) }
  })
  return {
    width: inner + 2 * side,
    height: y + MARGIN - (rows.length > 0 ? ROW_GAP : 0),
    nodes: placed.map(({ node }) => node),
    lines: lines.toSorted((a, b) => Number(a.own) - Number(b.own) || byState[a.state] - byState[b.state]),
  }
}
