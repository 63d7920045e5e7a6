import type { NetworkInfo } from '@weft/contract'
import { useNetworkRights } from '../network-rights.ts'
import { BasicCard, CiphersCard, DnsCard, QuaggaCard } from './BasicCards.tsx'
import { AccessCard, CentersCard, DefaultRouteCard, PortsCard, RoutingCard, TwinCard } from './CenterCards.tsx'
import { PoolCard } from './PoolCard.tsx'
import { PopCard } from './PopCards.tsx'
import { SegmentTables } from './SegmentTables.tsx'
import './settings.css'
import './settings-tab.css'

/** Shows all settings of a network at a glance, with buttons that open the editable ones, and its address ranges. */
export function SettingsTab({ network }: { network: NetworkInfo }) {
  const { edit } = useNetworkRights()
  const card = { network, editable: edit && network.network_status === 1 }
  return (
    <div className="settings">
      <div className="setting-cards">
        <BasicCard {...card} />
        <CiphersCard {...card} />
        <RoutingCard {...card} />
        <TwinCard {...card} />
        <CentersCard {...card} />
        <PortsCard {...card} />
        <PoolCard {...card} />
        <DnsCard {...card} />
        <PopCard {...card} />
        <QuaggaCard {...card} />
        <AccessCard {...card} />
        <DefaultRouteCard {...card} />
      </div>
      <SegmentTables {...card} />
    </div>
  )
}
