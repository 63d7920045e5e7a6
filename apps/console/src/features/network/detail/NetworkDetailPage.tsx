import { useQueryClient } from '@tanstack/react-query'
import type { NetworkMember } from '@weft/contract'
import { ErrorState, PageHeader, Skeleton, useDialog, useText } from '@weft/ui'
import { Button } from 'antd'
import { type ComponentProps, lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { keepOnly, put, useViewParams } from '@weft/ui/frame/use-view-params.ts'
import { usePageObject } from '@weft/ui/frame/page-object.ts'
import { ScrollTabs } from '@weft/ui/parts/ScrollTabs.tsx'
import { applying } from '../../../shared/apply/applying.ts'
import { DraftBar } from '../draft/DraftBar.tsx'
import { networkPath } from '../network-paths.ts'
import { useNetworkRights } from '../network-rights.ts'
import { networksChanged } from '../networks-changed.ts'
import { useAddingBranches } from '../bulk/use-adding-branches.ts'
import { LoomBones } from '../loom/LoomBones.tsx'
import { panelOf } from '../../../shared/network/removal-blockers.ts'
import { StaleStrip } from '../../../shared/session/StaleStrip.tsx'
import { usePanel } from '../settings/use-panel.ts'
import type { TopologyTab } from '../topology/TopologyTab.tsx'
import { useTopologyView } from '../topology/use-topology-view.ts'
import './network-detail.css'
import * as text from './network-detail.text.ts'
import { NetworkHeader } from './NetworkHeader.tsx'
import type { Asked } from './use-network-actions.ts'
import { connections } from './network-state.ts'
import { UnusableBanner } from './UnusableBanner.tsx'
import { useNetwork } from './use-network.ts'
import { onReset } from '@weft/ui/store/module-state.ts'
import { usePageKey } from '@weft/ui/frame/page-key.ts'

/** The topology component, once it is loaded. */
let drawing: typeof TopologyTab | undefined
onReset(() => (drawing = undefined))
const loadTopology = async () => {
  const loaded = await import('../topology/TopologyTab.tsx')
  drawing = loaded.TopologyTab
  return loaded
}
// Load it in parallel with this page, since most users who open a network look at its topology.
if (!new URLSearchParams(location.search).has('tab')) void loadTopology().catch(() => {})
const LazyTopology = lazy(async () => ({ default: (await loadTopology()).TopologyTab }))
const MemberTable = lazy(async () => ({ default: (await import('./MemberTable.tsx')).MemberTable }))
const LinkTable = lazy(async () => ({ default: (await import('./LinkTable.tsx')).LinkTable }))
const QualityTab = lazy(async () => ({ default: (await import('../quality/QualityTab.tsx')).QualityTab }))
const Inspector = lazy(async () => ({ default: (await import('../topology/Inspector.tsx')).Inspector }))
const SettingsTab = lazy(async () => ({ default: (await import('../settings/SettingsTab.tsx')).SettingsTab }))
const History = lazy(async () => ({ default: (await import('../history/HistoryPanel.tsx')).History }))
const NetworkPanels = lazy(async () => ({ default: (await import('../settings/NetworkPanels.tsx')).NetworkPanels }))
const RemoveMemberDialog = lazy(async () => ({
  default: (await import('../../../shared/network/RemoveMemberDialog.tsx')).RemoveMemberDialog,
}))
const AddMemberDrawer = lazy(async () => ({ default: (await import('../dialogs/AddMemberDrawer.tsx')).AddMemberDrawer }))
const BulkDrawer = lazy(async () => ({ default: (await import('../bulk/BulkDrawer.tsx')).BulkDrawer }))
const RenameNetworkDialog = lazy(async () => ({ default: (await import('../dialogs/RenameNetworkDialog.tsx')).RenameNetworkDialog }))
const DeleteNetworkDialog = lazy(async () => ({ default: (await import('../dialogs/DeleteNetworkDialog.tsx')).DeleteNetworkDialog }))
const WorkOrderTable = lazy(async () => ({ default: (await import('../work-order/WorkOrderTable.tsx')).WorkOrderTable }))

const tabs = ['topology', 'members', 'links', 'quality', 'settings', 'changes', 'orders'] as const
/** Parameters of the address that all tabs share; the others are dropped when the tab changes. */
const KEPT = ['network_number', 'node', 'group', 'show', 'look']

/** Draws the topology at once if it is already loaded: React shows a lazy component at least 0.3 s after it suspends. */
function Topology(props: ComponentProps<typeof TopologyTab>) {
  const [Tab] = useState(() => drawing ?? LazyTopology)
  return <Tab {...props} />
}

export function NetworkDetailPage() {
  const network_number = usePageKey('network_number')
  return network_number ? (
    <NetworkDetail key={network_number} network_number={network_number} />
  ) : (
    <Navigate to={networkPath.list} replace />
  )
}

function NetworkDetail({ network_number }: { network_number: string }) {
  const t = useText(text)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const rights = useNetworkRights()
  const [params, setParams] = useViewParams()
  const { panel, node, select, open: openPanel } = usePanel()
  const look = useTopologyView()
  const asked = useDialog<Asked>()
  const removing = useDialog<NetworkMember>()
  const adding = useAddingBranches()
  const { info, network, loading, updated, failing, stale, nextTry, retry, reload } = useNetwork(network_number)
  const links = network?.link
  const connected = useMemo(() => connections(links ?? []), [links])

  const unsettled = network !== undefined && network.revision_state !== 'applied'
  useEffect(() => {
    if (unsettled) applying.watch(network_number, true)
  }, [unsettled, network_number])

  usePageObject(network?.network_name)
  const tab = tabs.find((one) => one === params.get('tab')) ?? 'topology'
  if (!network)
    return (
      <>
        <PageHeader title={t.title} />
        {info.isError ? (
          <ErrorState error={info.error} hint={t.tunnelsStand} onRetry={reload} />
        ) : tab === 'topology' ? (
          <LoomBones label={t.loading} />
        ) : (
          <Skeleton paragraph={{ rows: 8 }} />
        )}
      </>
    )

  const editable = rights.edit && network.network_status === 1
  const show = (next: string) =>
    setParams((now) => {
      keepOnly(now, ...KEPT)
      put(now, 'tab', next, 'topology')
    })
  const done = () => {
    asked.close()
    void networksChanged(queries)
  }
  const onRemove = rights.edit ? removing.show : undefined
  const children = {
    topology: (
      <Topology
        network={network}
        connections={connected}
        look={look}
        fresh={{ updated, failing }}
        stale={stale}
        onAdd={editable ? () => asked.show('add') : undefined}
        onRemove={onRemove}
      />
    ),
    members: <MemberTable network={network} connections={connected} editable={editable} onConfigure={select} onRemove={onRemove} />,
    links: <LinkTable network={network} editable={editable} />,
    quality: <QualityTab network={network} />,
    settings: <SettingsTab network={network} />,
    changes: (
      <div className="network-changes">
        <History network={network} />
      </div>
    ),
    orders: <WorkOrderTable network_number={network_number} />,
  }
  const labels = {
    topology: t.topology,
    members: t.membersTab(network.member.length),
    links: t.linksTab(network.link.length),
    quality: t.quality,
    settings: t.settings,
    changes: t.changes,
    orders: t.orders,
  }
  return (
    <>
      <NetworkHeader
        network={network}
        editable={editable}
        view={{ ...look, selected: node }}
        onAsk={asked.show}
        fresh={{ updated, failing }}
      />
      {network.network_status === 0 && <UnusableBanner network_number={network_number} mayEdit={rights.edit} />}
      {stale && <StaleStrip lost={{ again: nextTry, retry }} read={updated} />}
      <div className="network-tabs">
        <ScrollTabs
          activeKey={tab}
          onChange={show}
          items={tabs.map((key) => ({
            key,
            label: labels[key],
            children: (
              <Suspense fallback={key === 'topology' ? <LoomBones label={t.loading} /> : <Skeleton paragraph={{ rows: 8 }} />}>
                {children[key]}
              </Suspense>
            ),
          }))}
        />
      </div>
      <DraftBar network={network} />
      <Suspense>
        {tab === 'members' && node !== undefined && (
          <Inspector
            network={network}
            connections={connected}
            selected={node}
            covered={panel !== undefined || removing.subject !== undefined}
            beside={false}
            onClose={() => select(undefined)}
            onRemove={onRemove}
          />
        )}
        {panel !== undefined && <NetworkPanels network={network} loading={loading} />}
      </Suspense>
      <Suspense>
        {removing.subject && (
          <RemoveMemberDialog
            network={network}
            member={removing.subject}
            renderWay={(blocker, label) => (
              <Button
                size="small"
                aria-label={label}
                onClick={() => {
                  removing.close()
                  openPanel(panelOf[blocker.kind], blocker.kind === 'branch' ? blocker.router_name : undefined)
                }}
              >
                {t.adjust}
              </Button>
            )}
            onClose={removing.close}
            onRemoved={() => {
              if (node === removing.subject?.router_name) select(undefined)
              removing.close()
            }}
          />
        )}
        {editable && adding.open && <BulkDrawer network={network} onClose={adding.close} />}
        {asked.subject === 'add' && <AddMemberDrawer network={network} onClose={asked.close} onAdded={done} />}
        {asked.subject === 'rename' && <RenameNetworkDialog network={network} onClose={asked.close} onRenamed={done} />}
        {asked.subject === 'delete' && (
          <DeleteNetworkDialog
            network={{ ...network, member_count: network.member.length }}
            onClose={asked.close}
            onDeleted={() => {
              void networksChanged(queries, { leaving: true })
              void navigate(networkPath.list, { replace: true })
            }}
          />
        )}
      </Suspense>
    </>
  )
}
