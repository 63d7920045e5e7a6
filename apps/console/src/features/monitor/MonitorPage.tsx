import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking, ErrorState, PageHeader, Skeleton, useText } from '@weft/ui'
import { Tabs } from 'antd'
import { Navigate } from 'react-router'
import { keepOnly, put, useViewParams } from '@weft/ui/frame/use-view-params.ts'
import { MaintenanceTab } from './MaintenanceTab.tsx'
import { MonitorIntro } from './MonitorIntro.tsx'
import './monitor.css'
import * as text from './monitor.text.ts'
import { Term } from '../../shared/help/Term.tsx'
import { SettingsTab } from './SettingsTab.tsx'

const tabs = ['setting', 'maintenance'] as const
/** The former place of the records, which links of old messages name. */
const RECORDS = 'records'

/** Shows 「告警设置」: which alerts the account gets, and when none are sent. */
export function MonitorPage() {
  const t = useText(text)
  const [params, setParams] = useViewParams()
  const config = useQuery(asking(contract.monitor.config, {}))
  if (params.get('tab') === RECORDS) {
    const rest = new URLSearchParams([...params].filter(([name]) => name !== 'tab'))
    return <Navigate to={`/monitor/incidents?${rest}`} replace />
  }
  if (!config.data)
    return (
      <>
        <PageHeader title={t.title} term={<Term of="incident" />} />
        {config.isError ? <ErrorState error={config.error} onRetry={() => void config.refetch()} /> : <Skeleton paragraph={{ rows: 8 }} />}
      </>
    )
  const off = config.data.enable === 0
  const children = {
    setting: off ? <MonitorIntro /> : <SettingsTab config={config.data} />,
    maintenance: <MaintenanceTab />,
  }
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
          // Unsaved settings survive a look at the windows.
          destroyOnHidden: key !== 'setting',
        }))}
      />
    </>
  )
}
