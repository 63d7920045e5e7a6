import type { Node } from '@xyflow/react'
import { useState } from 'react'
import type { BranchGroup } from './topology-groups.ts'
import type { TopologyNode } from './topology-model.ts'

/** A node as React Flow draws it. */
export type FlowNode = Node<{ node: TopologyNode }, 'drawn'>

const sameGroup = (a: BranchGroup, b: BranchGroup) =>
  a.key === b.key && a.online === b.online && a.members.length === b.members.length && a.members.every((m, at) => m === b.members[at])

function same(a: TopologyNode, b: TopologyNode): boolean {
  if (a.x !== b.x || a.y !== b.y || a.width !== b.width || a.height !== b.height || a.links !== b.links) return false
  if (a.kind === 'group') return b.kind === 'group' && a.expanded === b.expanded && sameGroup(a.group, b.group)
  if (a.kind === 'pop') return b.kind === 'pop' && a.area.area === b.area.area
  return b.kind === a.kind && a.member === b.member
}

const flowNode = (node: TopologyNode): FlowNode => ({
  id: node.id,
  type: 'drawn',
  position: { x: node.x, y: node.y },
  width: node.width,
  height: node.height,
  data: { node },
  handles: [],
  // React Flow ignores clicks on nodes that it does not select itself.
  style: { pointerEvents: 'all' },
  domAttributes: { 'aria-roledescription': undefined },
})

interface Drawn {
  from: readonly TopologyNode[]
  nodes: FlowNode[]
}

function drawn(from: readonly TopologyNode[], before: readonly FlowNode[]): Drawn {
  const known = new Map(before.map((node) => [node.id, node]))
  const nodes = from.map((node) => {
    const old = known.get(node.id)
    return old && same(old.data.node, node) ? old : flowNode(node)
  })
  return { from, nodes }
}

/** Returns the nodes for React Flow; unchanged nodes are the same objects and are not drawn again. */
export function useFlowNodes(nodes: readonly TopologyNode[]): FlowNode[] {
  const [now, setNow] = useState(() => drawn(nodes, []))
  if (now.from === nodes) return now.nodes
  const next = drawn(nodes, now.nodes)
  setNow(next)
  return next.nodes
}
