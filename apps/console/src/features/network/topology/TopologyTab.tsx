import { PlusOutlined } from '@ant-design/icons'
import type { NetworkMember } from '@weft/contract'
import { EmptyState, Skeleton, useText } from '@weft/ui'
import { Button } from 'antd'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Term } from '../../../shared/help/Term.tsx'
import type { Connection, LiveNetwork } from '../detail/network-state.ts'
import type { Freshness } from '../loom/LoomFoot.tsx'
import { LoomPart } from '../loom/LoomPart.tsx'
import { usePanel } from '../settings/use-panel.ts'
import { Inspector } from './Inspector.tsx'
import { LocateMember } from './LocateMember.tsx'
import { memberNodeId } from './topology-bundles.ts'
import { groupingFor } from './topology-groups.ts'
import { layTopology } from './topology-layout.ts'
import type { Topology, TopologyNode } from './topology-model.ts'
import './topology.css'
import * as text from './topology.text.ts'
import type { CanvasControl } from './TopologyCanvas.tsx'
import { TopologyList } from './TopologyList.tsx'
import { FullScreenButton, LookSwitch, TopologyToolbar } from './TopologyToolbar.tsx'
import { exportPicture } from './export-picture.ts'
import { useFullScreen } from './use-full-screen.ts'
import type { TopologyLook } from './use-topology-view.ts'

// Only the graph needs React Flow.
const TopologyCanvas = lazy(async () => ({ default: (await import('./TopologyCanvas.tsx')).TopologyCanvas }))

const notDrawn: Topology = { width: 0, height: 0, nodes: [], lines: [] }

interface Props {
  network: LiveNetwork
  connections: ReadonlyMap<string, Connection>
  look: TopologyLook
  fresh: Freshness
  /** True if the picture is too old to be trusted. */
  stale: boolean
  /** Undefined if members may not be added. */
  onAdd: (() => void) | undefined
  onRemove: ((member: NetworkMember) => void) | undefined
}

/** Returns the node that draws a member or a POP. */
const drawnOf = ({ nodes }: Topology, name: string): TopologyNode | undefined =>
  nodes.find((one) =>
    one.kind === 'group'
      ? one.group.members.some(({ router_name }) => router_name === name)
      : one.id === name || one.id === memberNodeId(name),
  )

/** Shows the network as a loom, as rows or as a graph, with an inspector of the selected node. */
export function TopologyTab({ network, connections, look, fresh, stale, onAdd, onRemove }: Props) {
  const t = useText(text)
  const { panel, node, select } = usePanel()
  const { shown, expanded, expand, toggle } = look
  const grouping = groupingFor(network.member.filter((m) => m.member_type === 'point').length, look.grouping)
  const part = useRef<HTMLElement>(null)
  const [canvas, setCanvas] = useState<CanvasControl | null>(null)
  /** The member or POP to move into view once it is drawn. */
  const wanted = useRef(node)
  const screen = useFullScreen(part)
  const view = useMemo(() => ({ grouping, shown, expanded, selected: node }), [grouping, shown, expanded, node])
  const topology = useMemo(() => (look.look === 'topology' ? layTopology(network, view) : notDrawn), [look.look, network, view])
  // `select` is a new function with each address; through the ref the nodes need not be drawn again.
  const selecting = useRef(select)
  useEffect(() => {
    selecting.current = select
  }, [select])
  const choose = useCallback((name: string | undefined) => selecting.current(name), [])

  useEffect(() => {
    const drawn = wanted.current !== undefined && wanted.current === node && canvas ? drawnOf(topology, wanted.current) : undefined
    if (!drawn) return
    if (drawn.kind === 'group' && !drawn.expanded) return expand(drawn.group.key)
    wanted.current = undefined
    canvas?.center(drawn.id)
  }, [topology, node, canvas, expand])
  const locate = ({ router_name }: NetworkMember) => {
    const drawn = drawnOf(topology, router_name)
    wanted.current = router_name
    // A member that is already selected is only moved into view.
    if (node === router_name && drawn) canvas?.center(drawn.id)
    else look.reveal(router_name)
  }
  const close = () => {
    const drawn = node === undefined ? undefined : drawnOf(topology, node)
    select(undefined)
    if (drawn) canvas?.focus(drawn.id)
  }
  const container = useCallback(() => part.current ?? document.body, [])

  if (network.member.length === 0)
    return (
      <EmptyState
        title={t.noMembers}
        action={
          onAdd && (
            <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={onAdd}>
              {t.addMember}
            </Button>
          )
        }
      />
    )
  return (
    <section
      ref={part}
      aria-label={look.look === 'loom' ? t.looks.loom : t.topology}
      className={`topology ${screen.full ? 'topology-full' : ''}`}
    >
      <div className="topology-main">
        {look.look === 'loom' && (
          <LoomPart
            network={network}
            fresh={fresh}
            stale={stale}
            grouping={look.loomGrouping}
            filter={look.filter}
            onGroup={look.setLoomGrouping}
            onFilter={look.setFilter}
            onAdd={onAdd}
            container={container}
          >
            <Term of="loom" />
            <LookSwitch look={look} />
            <FullScreenButton full={screen.full} onFull={screen.toggle} />
          </LoomPart>
        )}
        {look.look !== 'loom' && (
          <TopologyToolbar
            look={look}
            grouping={grouping}
            locate={<LocateMember members={network.member} connections={connections} onLocate={locate} container={container} />}
            full={screen.full}
            onFull={screen.toggle}
            onExport={(format) => exportPicture(network, view, format)}
            container={container}
          />
        )}
        {look.look === 'list' && (
          <TopologyList members={network.member} connections={connections} grouping={grouping} shown={shown} onSelect={choose} />
        )}
        {look.look === 'topology' && (
          <Suspense fallback={<Skeleton paragraph={{ rows: 8 }} />}>
            <TopologyCanvas
              key={`${grouping} ${shown}`}
              ref={setCanvas}
              topology={topology}
              resource={network.network_fr}
              selected={node}
              onSelect={choose}
              onToggle={toggle}
            />
          </Suspense>
        )}
      </div>
      <Inspector
        network={network}
        connections={connections}
        selected={node}
        covered={panel !== undefined}
        beside={look.look !== 'loom'}
        onClose={close}
        onRemove={onRemove}
      />
    </section>
  )
}
