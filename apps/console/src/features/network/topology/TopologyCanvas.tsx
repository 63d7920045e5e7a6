import { ExpandOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons'
import type { NetworkInfo } from '@weft/contract'
import { useMedia, useText, useThemeMode, sentences } from '@weft/ui'
import { Background, Panel, ReactFlow, ReactFlowProvider, useReactFlow, ViewportPortal } from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { type FocusEvent, type KeyboardEvent, type Ref, useCallback, useEffect, useId, useImperativeHandle, useMemo, useRef } from 'react'
import { TopologyActions } from './topology-actions.ts'
import type { Topology } from './topology-model.ts'
import * as text from './topology.text.ts'
import { firstLook, wholeLook, ZOOM } from './topology-viewport.ts'
import { TopologyLegend } from './TopologyLegend.tsx'
import { TopologyLines } from './TopologyLines.tsx'
import { nodeTypes } from './TopologyNodes.tsx'
import { useFlowNodes } from './use-flow-nodes.ts'

const MOVE_MILLISECONDS = 200
/** Minimum zoom for a node that is brought to the middle; of a tall group, the part `NEAR_TOP` below its top is. */
const LEGIBLE = 0.8
const NEAR_TOP = 160

/** Commands of the page to the canvas. */
export interface CanvasControl {
  /** Moves a node to the middle. */
  center: (id: string) => void
  /** Focuses a node, such as after its inspector was closed. */
  focus: (id: string) => void
}

interface Props {
  topology: Topology
  resource: NetworkInfo['network_fr']
  selected: string | undefined
  onSelect: (name: string | undefined) => void
  onToggle: (key: string) => void
  ref: Ref<CanvasControl>
}

function Canvas({ topology, resource, selected, onSelect, onToggle, ref }: Props) {
  const t = useText(text)
  const mode = useThemeMode()
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const described = useId()
  const box = useRef<HTMLDivElement>(null)
  const flow = useReactFlow()
  const nodes = useFlowNodes(topology.nodes)
  const actions = useMemo(() => ({ resource, selected, select: onSelect, toggle: onToggle }), [resource, selected, onSelect, onToggle])
  const duration = still ? 0 : MOVE_MILLISECONDS
  const latest = useRef(topology)
  useEffect(() => {
    latest.current = topology
  }, [topology])

  const look = (at: typeof firstLook, moving: number) => {
    const { width, height } = box.current!.getBoundingClientRect()
    if (width > 0) void flow.setViewport(at(latest.current, { width, height }), { duration: moving })
  }
  const begin = useRef(() => look(firstLook, 0))
  useEffect(() => begin.current(), [])

  useImperativeHandle(
    ref,
    () => ({
      center: (id) => {
        const node = latest.current.nodes.find((one) => one.id === id)
        if (!node) return
        const zoom = Math.max(flow.getZoom(), LEGIBLE)
        void flow.setCenter(node.x + node.width / 2, node.y + Math.min(node.height / 2, NEAR_TOP), { zoom, duration })
      },
      focus: (id) => {
        const node = [...(box.current?.querySelectorAll<HTMLElement>('.react-flow__node') ?? [])].find((one) => one.dataset.id === id)
        const stop = node?.querySelector<HTMLElement>('button[aria-pressed="true"]') ?? node?.querySelector<HTMLElement>('button')
        stop?.focus({ preventScroll: true })
      },
    }),
    [flow, duration],
  )

  const bring = useCallback(
    (element: Element) => {
      const seen = box.current!.getBoundingClientRect()
      const { left, top, right, bottom, width, height } = element.getBoundingClientRect()
      if (left >= seen.left && right <= seen.right && top >= seen.top && bottom <= seen.bottom) return
      const { x, y } = flow.screenToFlowPosition({ x: left + width / 2, y: top + height / 2 }, { snapToGrid: false })
      void flow.setCenter(x, y, { zoom: flow.getZoom(), duration })
    },
    [flow, duration],
  )
  // Keep the selected node visible when the inspector takes a part of the canvas.
  useEffect(() => {
    if (selected === undefined || !box.current) return
    const watch = new ResizeObserver(() => {
      const shown = box.current?.querySelector('.topology-selected')
      if (shown) bring(shown)
    })
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [selected, bring])
  /** Moves a node into view when it gets the focus by keyboard. */
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    if (target.closest('.react-flow__node') && target.matches(':focus-visible')) bring(target)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const action: Record<string, () => void> = {
      '+': () => void flow.zoomIn({ duration }),
      '=': () => void flow.zoomIn({ duration }),
      '-': () => void flow.zoomOut({ duration }),
      '0': () => look(wholeLook, duration),
    }
    if (event.key === 'Escape' && selected !== undefined) action.Escape = () => onSelect(undefined)
    const chosen = action[event.key]
    if (!chosen) return
    event.preventDefault()
    chosen()
  }

  return (
    <TopologyActions value={actions}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it hears the keys and the focus of the nodes in it */}
      <div ref={box} className="topology-canvas" onFocus={onFocus} onKeyDown={onKeyDown}>
        <p id={described} className="weft-hidden">
          {sentences(t.asList, t.keys)}
        </p>
        <ReactFlow
          aria-label={t.topology}
          aria-describedby={described}
          colorMode={mode}
          nodes={nodes}
          nodeTypes={nodeTypes}
          minZoom={ZOOM.min}
          maxZoom={ZOOM.max}
          nodesDraggable={false}
          nodesConnectable={false}
          nodesFocusable={false}
          edgesFocusable={false}
          elementsSelectable={false}
          zoomOnDoubleClick={false}
          disableKeyboardA11y
          deleteKeyCode={null}
          selectionKeyCode={null}
          multiSelectionKeyCode={null}
          panActivationKeyCode={null}
          ariaLabelConfig={{
            'node.a11yDescription.default': t.keys,
            'edge.a11yDescription.default': '',
            'controls.ariaLabel': t.canvasTools,
          }}
          // The licence of React Flow (MIT) requires its notice with its text, not a mark on the drawing.
          proOptions={{ hideAttribution: true }}
        >
          <Background gap={24} size={1.5} color="var(--weft-line)" />
          <ViewportPortal>
            <TopologyLines lines={topology.lines} width={topology.width} height={topology.height} />
          </ViewportPortal>
          <Panel position="bottom-left">
            <div className="topology-zoom" role="group" aria-label={t.canvasTools}>
              <button type="button" aria-label={t.zoomIn} title={t.zoomIn} onClick={() => void flow.zoomIn({ duration })}>
                <PlusOutlined aria-hidden />
              </button>
              <button type="button" aria-label={t.zoomOut} title={t.zoomOut} onClick={() => void flow.zoomOut({ duration })}>
                <MinusOutlined aria-hidden />
              </button>
              <button type="button" aria-label={t.fit} title={t.fit} onClick={() => look(wholeLook, duration)}>
                <ExpandOutlined aria-hidden />
              </button>
            </div>
          </Panel>
        </ReactFlow>
      </div>
      <TopologyLegend />
    </TopologyActions>
  )
}

/** Draws the topology of a network. It can be panned and zoomed; its nodes cannot be moved. */
export function TopologyCanvas(props: Props) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  )
}
