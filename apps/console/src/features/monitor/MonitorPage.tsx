import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking, ErrorState, PageHeader, Skeleton, useText } from '@weft/ui'
import { Tabs } from 'antd'
import { keepOnly, put, useViewParams } from '@weft/ui/frame/use-view-params.ts'
import { AlertRecords } from './AlertRecords.tsx'
import { MaintenanceTab } from './MaintenanceTab.tsx'
import { MonitorIntro } from './MonitorIntro.tsx'
import './monitor.css'
import * as text from './monitor.text.ts'
import { Term } from '../../shared/help/Term.tsx'
import { SettingsTab } from './SettingsTab.tsx'

const tabs = ['setting', 'records', 'maintenance'] as const

/** Shows 「告警设置」: which alerts the account gets, which it got, and when none are sent. */
export function MonitorPage() {
  const t = useText(text)
  const [params, setParams] = useViewParams()
  const config = useQuery(asking(contract.monitor.config, {}))
  if (!config.data)
    return (
      <>
        <PageHeader title={t.title} term={<Term of="incident" />} />
        {config.isError ? <ErrorState onRetry={() => void config.refetch()} /> : <Skeleton paragraph={{ rows: 8 }} />}
      </>
    )
  const off = config.data.enable === 0
  const children = {
    setting: off ? <MonitorIntro /> : <SettingsTab config={config.data} />,
    records: <AlertRecords />,
    maintenance: <MaintenanceTab />,
  }
  // Ends of services are recorded for accounts without monitoring, too.
  const shown = tabs.filter((key) => !off || key !== 'maintenance')
  return (
    <>
      <PageHeader title={t.title} term={<Term of="incident" />} />
      <Tabs
        activeKey={shown.find((one) => one === params.get('tab')) ?? 'setting'}
        onChange={(next) =>
          setParams((now) => {
            keepOnly(now)
            put(now, 'tab', next, 'setting')
          })
        }
        items={shown.map((key) => ({
          key,
          label: t.tabs[key],
          children: children[key],
          // Unsaved settings survive a look at the records.
          destroyOnHidden: key !== 'setting',
        }))}
      />
    </>
  )
}
