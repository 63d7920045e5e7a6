import { useMedia, useText } from '@weft/ui'
import { Select, Tabs } from 'antd'
import type { ComponentType } from 'react'
import { keepOnly, useViewParams } from '@weft/ui/frame/use-view-params.ts'
import '../../shared/page/stack.css'
import { AuditTab } from './AuditTab.tsx'
import * as text from './account-page.text.ts'
import { DeviceTab } from './DeviceTab.tsx'
import { NetworkTab } from './NetworkTab.tsx'
import { OrderTab } from './OrderTab.tsx'
import { PopTab } from './PopTab.tsx'
import { TicketTab } from './TicketTab.tsx'

const tabs = {
  devices: DeviceTab,
  networks: NetworkTab,
  pops: PopTab,
  orders: OrderTab,
  tickets: TicketTab,
  audit: AuditTab,
} satisfies Record<string, ComponentType<{ account_number: string }>>
type TabName = keyof typeof tabs
const names = Object.keys(tabs) as TabName[]

/** Shows the customer's lists one at a time; each is requested when its tab is first opened. */
export function AccountTabs({ account_number }: { account_number: string }) {
  const t = useText(text)
  const small = useMedia('(max-width: 575.98px)')
  const [params, setParams] = useViewParams()
  const shown = names.find((name) => name === params.get('tab')) ?? 'devices'
  // The page number of one list does not apply to the next.
  const show = (tab: string) =>
    setParams((now) => {
      keepOnly(now, 'account_number')
      now.set('tab', tab)
    })
  const Shown = tabs[shown]
  // The overflow button for tabs that do not fit is not allowed inside a tablist (ARIA).
  if (small)
    return (
      <div className="desk-stack">
        <Select aria-label={t.list} value={shown} options={names.map((name) => ({ value: name, label: t.tabs[name] }))} onChange={show} />
        <Shown account_number={account_number} />
      </div>
    )
  return (
    <Tabs
      className="account-tabs"
      activeKey={shown}
      destroyOnHidden
      onChange={show}
      items={names.map((name) => {
        const Tab = tabs[name]
        return { key: name, label: t.tabs[name], children: <Tab account_number={account_number} /> }
      })}
    />
  )
}
