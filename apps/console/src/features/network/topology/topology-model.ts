import type { NetworkMember, PopArea } from '@weft/contract'
import type { Bundle, LineState } from './topology-bundles.ts'
import type { BranchGroup, Grouping } from './topology-groups.ts'

/** The choices 全部, 在线, 离线. */
export const shownStates = ['all', 'online', 'offline'] as const
export type ShownState = (typeof shownStates)[number]

export interface TopologyView {
  /** Undefined until one is chosen: a few branches are then not grouped, more by region. */
  grouping: Grouping | undefined
  shown: ShownState
  /** Keys of the groups that are open. */
  expanded: ReadonlySet<string>
  /** The node whose own lines are emphasised: a member's name or a POP's node. */
  selected: string | undefined
}

/** Sizes of the nodes, in px of the canvas. */
export const POP = { width: 180, height: 46 } as const
export const CENTER = { width: 192, height: 60 } as const
export const CARD = { width: 170, height: 44 } as const
export const GROUP = { width: 200, height: 76 } as const
/** The grid of an open group: four columns of chips, and no more rows than a screen shows; further rows are scrolled. */
export const CHIPS = { columns: 4, height: 34, gap: 6, rows: 8, head: 38, padding: 12 } as const
/** Distance between the lines of two centers. */
export const LANE = 7
/** Margin around the drawing. */
export const MARGIN = 24

interface Box {
  id: string
  x: number
  y: number
  width: number
  height: number
  /** Number of enabled links. */
  links: number
}
export interface PopNode extends Box {
  kind: 'pop'
  area: PopArea
}
export interface MemberNode extends Box {
  kind: 'center' | 'branch'
  member: NetworkMember
}
export interface GroupNode extends Box {
  kind: 'group'
  group: BranchGroup
  expanded: boolean
}
export type TopologyNode = PopNode | MemberNode | GroupNode

export type Corner = readonly [x: number, y: number]
export interface TopologyLine {
  id: string
  kind: Bundle['kind']
  state: LineState
  /** Corners in px of the canvas. */
  points: readonly Corner[]
  /** True for lines of the selected node. */
  own: boolean
}
export interface Topology {
  width: number
  height: number
  /** Nodes in reading order. */
  nodes: TopologyNode[]
  /** The most important lines last, so that they are drawn on top. */
  lines: TopologyLine[]
}
