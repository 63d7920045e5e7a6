import type { MemberInfo, MemberPath } from '@weft/contract'
import { useText } from '@weft/ui'
import { Tabs } from 'antd'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { permits, useAccount } from '../../../../shared/account/use-account.ts'
import { usePageOpen } from '../../../../shared/page/open-pages.ts'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
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
import * as text from './tabs.text.ts'

/** Shows everything else about a member, a subject a tab; the address keeps the open one. */
export function DetailTabs({ member, path }: { member: MemberInfo; path: MemberPath | undefined }) {
  const t = useText(text)
  const account = useAccount()
  const isOpen = usePageOpen()
  const [params, setParams] = useSearchParams()
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
  const records = { key: 'records', label: t.records, children: <ConnectionRecords router_name={router_name} /> }
  const items = [
    ...(hardware
      ? [traffic, records]
      : [{ key: 'logins', label: t.logins, children: <LoginRecords router_name={router_name} /> }, records, traffic]),
    { key: 'config', label: t.config, children: <ConfigTab member={member} path={path} /> },
    { key: 'device', label: hardware ? t.device : t.member, children: facts },
    { key: 'changes', label: t.changes, children: <ChangesTab member={member} /> },
    ...(hardware ? [{ key: 'outages', label: t.outages, children: <OutagesTab router_name={router_name} /> }] : []),
  ]
  const chosen = items.find(({ key }) => key === params.get('tab')) ?? items[0]!
  const box = useRef<HTMLDivElement>(null)
  // On a phone the open tab may be beyond the edge of the list.
  useEffect(() => {
    const tab = box.current?.querySelector<HTMLElement>(`[data-node-key="${chosen.key}"]`)
    const list = tab?.closest('.ant-tabs-nav-wrap')
    if (tab && list) list.scrollLeft = tab.offsetLeft - list.clientWidth / 2
  }, [chosen.key])
  return (
    <div ref={box}>
      <Tabs
        className="member-tabs"
        activeKey={chosen.key}
        items={items}
        destroyOnHidden
        getPopupContainer={popupContainer}
        onChange={(key) =>
          setParams(
            (now) => {
              now.set('tab', key)
              return now
            },
            { replace: true },
          )
        }
      />
    </div>
  )
}
