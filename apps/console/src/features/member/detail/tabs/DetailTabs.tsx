import type { MemberInfo, MemberPath } from '@weft/contract'
import { useText } from '@weft/ui'
import { useViewParams } from '@weft/ui/frame/use-view-params.ts'
import { permits, useAccount } from '../../../../shared/account/use-account.ts'
import { usePageOpen } from '../../../../shared/page/open-pages.ts'
import { ScrollTabs } from '@weft/ui/parts/ScrollTabs.tsx'
import { DialRecords } from '../../records/DialRecords.tsx'
import { LoginRecords } from '../../records/LoginRecords.tsx'
import { TrafficCard } from '../traffic/TrafficCard.tsx'
import { ChangesTab } from './ChangesTab.tsx'
import { ConfigTab } from './ConfigTab.tsx'
import { ConnectionRecords } from './ConnectionRecords.tsx'
import { FactsCard } from './FactsCard.tsx'
import { InterfacesCard } from './InterfacesCard.tsx'
import { LanCard } from './LanCard.tsx'
import { NetworksCard } from './NetworksCard.tsx'
import { OutagesTab } from './OutagesTab.tsx'
import { QualityTab } from './QualityTab.tsx'
import * as text from './tabs.text.ts'

/** Shows everything else about a member, a subject a tab; the address keeps the open one. */
export function DetailTabs({ member, path }: { member: MemberInfo; path: MemberPath | undefined }) {
  const t = useText(text)
  const account = useAccount()
  const isOpen = usePageOpen()
  const [params, setParams] = useViewParams()
  const { router_name, router_type } = member
  const hardware = router_type === 1
  const facts = (
    <div className="member-cards">
      <FactsCard member={member} />
      <NetworksCard networks={member.network} mayCreate={permits(account, 'network.create') && isOpen('/network/create')} />
      <InterfacesCard interfaces={member.interfaces} />
      {hardware && path && <LanCard lan={path.lan} member={member} />}
    </div>
  )
  const traffic = { key: 'traffic', label: t.traffic, children: <TrafficCard member={member} /> }
  const quality = { key: 'quality', label: t.quality, children: <QualityTab member={member} /> }
  const records = { key: 'records', label: t.records, children: <ConnectionRecords router_name={router_name} /> }
  const items = [
    ...(hardware
      ? [traffic, ...(permits(account, 'network.view') ? [quality] : []), records]
      : [
          { key: 'logins', label: t.logins, children: <LoginRecords router_name={router_name} /> },
          { key: 'dials', label: t.dials, children: <DialRecords router_name={router_name} /> },
          records,
          traffic,
        ]),
    { key: 'config', label: t.config, children: <ConfigTab member={member} path={path} /> },
    { key: 'device', label: hardware ? t.device : t.member, children: facts },
    ...(permits(account, 'network.view') ? [{ key: 'changes', label: t.changes, children: <ChangesTab member={member} /> }] : []),
    ...(hardware ? [{ key: 'outages', label: t.outages, children: <OutagesTab router_name={router_name} /> }] : []),
  ]
  const chosen = items.find(({ key }) => key === params.get('tab')) ?? items[0]!
  return (
    <ScrollTabs className="member-tabs" activeKey={chosen.key} items={items} onChange={(key) => setParams((now) => now.set('tab', key))} />
  )
}
