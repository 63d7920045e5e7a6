import type { NetworkInfo } from '@weft/contract'
import { useText } from '@weft/ui'
import { useMemo } from 'react'
import { useAccount } from '../../../shared/account/use-account.ts'
import { AnchorList } from '../../../shared/article/AnchorList.tsx'
import { useNetworkRights } from '../network-rights.ts'
import { OverviewCard, PoolCard, PrefixCard } from './AddressCards.tsx'
import { BasicCard, CiphersCard, DnsCard, QuaggaCard } from './BasicCards.tsx'
import { CentersCard, RoutingCard, TwinCard } from './CenterCards.tsx'
import { PlanCard, PopCard } from './PopCards.tsx'
import './settings.css'
import './settings-tab.css'
import * as text from './settings-tab.text.ts'

/** Shows all settings of a network at a glance, with buttons that open the editable ones. */
export function SettingsTab({ network }: { network: NetworkInfo }) {
  const t = useText(text)
  const { edit } = useNetworkRights()
  const { quagga } = useAccount().auth
  const card = { network, editable: edit && network.network_status === 1 }
  const hasPlan = network.network_fr !== null
  const headings = useMemo(() => {
    const cards: [id: string, name: string][] = [
      ['basic', t.basic],
      ['ciphers', t.ciphers],
      ['routing', t.routing],
      ['twin', t.twin],
      ['centers', t.centers],
      ['pool', t.pool],
      ['overview', t.overview],
      ['prefix', t.prefix],
      ['dns', t.dns],
      ['pop', t.pop],
      ...(hasPlan ? [['plan', t.plan] as [string, string]] : []),
      ...(quagga === 1 ? [['quagga', t.quagga] as [string, string]] : []),
    ]
    return cards.map(([id, name]) => ({ id: `setting-${id}`, level: 2, text: name }))
  }, [t, hasPlan, quagga])
  return (
    <div className="settings">
      <AnchorList headings={headings} />
      <div className="setting-cards">
        <BasicCard {...card} />
        <CiphersCard {...card} />
        <RoutingCard {...card} />
        <TwinCard {...card} />
        <CentersCard {...card} />
        <PoolCard {...card} />
        <OverviewCard {...card} />
        <PrefixCard {...card} />
        <DnsCard {...card} />
        <PopCard {...card} />
        <PlanCard {...card} />
        <QuaggaCard {...card} />
      </div>
    </div>
  )
}
