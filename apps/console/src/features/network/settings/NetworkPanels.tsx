import type { NetworkInfo } from '@weft/contract'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useNetworkRights } from '../network-rights.ts'
import type { PanelProps } from './panel-props.ts'
import { type Panel, usePanel } from './use-panel.ts'

type Panels = Partial<Record<Panel, ComponentType<PanelProps>>>
const lazily = (load: () => Promise<ComponentType<PanelProps>>) => lazy(async () => ({ default: await load() }))

/** The panels that edit: only for users who may change the network, and only while it is usable. */
const editing: Panels = {
  ciphers: lazily(async () => (await import('./CiphersPanel.tsx')).CiphersPanel),
  dns: lazily(async () => (await import('./DnsPanel.tsx')).DnsPanel),
  prefix: lazily(async () => (await import('./PrefixPanel.tsx')).PrefixPanel),
  center_segments: lazily(async () => (await import('./CenterSegmentsPanel.tsx')).CenterSegmentsPanel),
  fixed_port: lazily(async () => (await import('./FixedPortPanel.tsx')).FixedPortPanel),
  routing: lazily(async () => (await import('./RoutingPanel.tsx')).RoutingPanel),
  center_link: lazily(async () => (await import('./CenterLinkPanel.tsx')).CenterLinkPanel),
  center_link_segment: lazily(async () => (await import('./CenterSegmentsPanel.tsx')).CenterLinkSegmentPanel),
  ip_pool: lazily(async () => (await import('./IpPoolPanel.tsx')).IpPoolPanel),
  fr: lazily(async () => (await import('./PopResourcePanel.tsx')).PopResourcePanel),
  member_ov: lazily(async () => (await import('./MemberPopPanel.tsx')).MemberPopPanel),
  point_link: lazily(async () => (await import('./PointLinkPanel.tsx')).PointLinkPanel),
}
/** The read-only panels. */
const reading: Panels = {
  history: lazily(async () => (await import('../history/HistoryPanel.tsx')).HistoryPanel),
  fr_plan: lazily(async () => (await import('./PopPlanPanel.tsx')).PopPlanPanel),
  preview: lazily(async () => (await import('../history/PreviewPanel.tsx')).PreviewPanel),
}

interface Props {
  network: NetworkInfo
  /** True while the network is loaded again. */
  loading?: boolean
}

/** Opens the panel that the address names. */
export function NetworkPanels({ network, loading = false }: Props) {
  const { edit } = useNetworkRights()
  const { panel, node, close } = usePanel()
  /** Increased to restart the panel with the newest network. */
  const [round, setRound] = useState(0)
  const Shown = panel && (reading[panel] ?? (edit && network.network_status === 1 ? editing[panel] : undefined))
  if (!Shown) return null
  return (
    <Opened>
      <OnceLoaded key={`${panel} ${node} ${round}`} loading={loading && panel in editing}>
        <Suspense>
          <Shown network={network} node={node} close={close} reload={() => setRound(round + 1)} />
        </Suspense>
      </OnceLoaded>
    </Opened>
  )
}

/**
 * Shows a panel once the network is loaded. A panel starts from the values and the revision on screen: right after another save they are
 * those from before, and what the user changes would be refused as if somebody else had changed the network.
 */
function OnceLoaded({ loading, children }: { loading: boolean; children: ReactNode }) {
  const [shown, setShown] = useState(!loading)
  if (!shown && !loading) setShown(true)
  return shown && children
}

/** Returns the focus, after the panel closes, to the element that opened it. */
function Opened({ children }: { children: ReactNode }) {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus({ preventScroll: true })
    },
    [opener],
  )
  return children
}
