import type { Bundle } from './topology-bundles.ts'
import { type CARD, type Corner, type GROUP, LANE, MARGIN, type TopologyNode } from './topology-model.ts'

/** A node with its position; for a branch or group also its row, from 0. */
export interface Placed {
  node: TopologyNode
  row?: number
}

/** The lanes along which lines run. */
export interface Lanes {
  /** The lane of each center and POP, centers first. */
  of: ReadonlyMap<string, number>
  hubs: number
  /** The y positions of the first lane below the POPs, and of the first below the centers. */
  popLanes: number
  hubLanes: number
  /** Width between two columns of branches. */
  gutter: number
  card: typeof CARD | typeof GROUP
}

/** Returns the corners from a lane into a branch: from above in the first row, through the gutter on its left in the others. */
function into({ node, row }: Placed, { of, gutter, card }: Lanes, lane: number, laneY: number, shift: number): Corner[] {
  const beside = lane - (of.size - 1) / 2
  if (row === 0) {
    const x = node.x + card.width / 2 + beside * LANE + shift
    return [
      [x, laneY],
      [x, node.y],
    ]
  }
  const x = node.x - gutter + 8 + lane * LANE + shift
  const y = node.y + card.height / 2 + beside * Math.min(LANE, (card.height - 12) / of.size)
  return [
    [x, laneY],
    [x, y],
    [node.x, y],
  ]
}

/** Returns the corners between two centers: straight between neighbours, else above the centers between them. */
function between(a: TopologyNode, b: TopologyNode, neighbours: boolean): Corner[] {
  const [left, right] = a.x < b.x ? [a, b] : [b, a]
  if (neighbours)
    return [
      [left.x + left.width, left.y + left.height / 2],
      [right.x, right.y + right.height / 2],
    ]
  const above = left.y - 8
  return [
    [left.x + left.width / 2, left.y],
    [left.x + left.width / 2, above],
    [right.x + right.width / 2, above],
    [right.x + right.width / 2, right.y],
  ]
}

/** Returns the corners of a line, from its center or POP to the dialling member, at right angles. */
export function route({ single }: Bundle, from: Placed, to: Placed, lanes: Lanes): Corner[] {
  const lane = lanes.of.get(to.node.id)!
  const pop = lane - lanes.hubs
  const start = to.node.x + to.node.width / 2
  const foot = to.node.y + to.node.height
  const popLane = lanes.popLanes + pop * LANE
  if (from.row !== undefined) {
    const laneY = lanes.hubLanes + lane * LANE
    const end = into(from, lanes, lane, laneY, single ? LANE / 2 : 0)
    if (to.node.kind !== 'pop') return [[start, foot], [start, laneY], ...end]
    // The line passes the centers on the left.
    const channel = MARGIN / 2 + pop * LANE
    return [[start, foot], [start, popLane], [channel, popLane], [channel, laneY], ...end]
  }
  if (to.node.kind !== 'pop') return between(from.node, to.node, Math.abs(lanes.of.get(from.node.id)! - lane) === 1)
  const x = from.node.x + from.node.width / 2 + (pop - (lanes.of.size - lanes.hubs - 1) / 2) * LANE
  return [
    [start, foot],
    [start, popLane],
    [x, popLane],
    [x, from.node.y],
  ]
}
